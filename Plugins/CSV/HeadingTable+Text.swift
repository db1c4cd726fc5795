// The headings of contact tables, by program and language, and what each column holds.
//
// A line that begins with `@` names the program and the language of the lines behind it. Each of
// them has a column's place (0: any), its heading as it is printed, what it holds, and, for what
// Outlook keeps to itself, its English heading; a tab stands between two of them. `ColumnMeaning`
// reads what a column holds; `HeadingTable` finds the lines that a header needs.

extension HeadingTable {
  /// The headings.
  static let text: StaticString = ##"""
    @outlook en
    1	Title	prefix
    2	First Name	given
    3	Middle Name	middle
    4	Last Name	family
    5	Suffix	suffix
    6	Company	org
    7	Department	unit
    8	Job Title	title
    9	Business Street	adr.work.street
    10	Business Street 2	adr.work.street2
    11	Business Street 3	adr.work.street3
    12	Business City	adr.work.city
    13	Business State	adr.work.region
    14	Business Postal Code	adr.work.code
    15	Business Country/Region	adr.work.country
    16	Home Street	adr.home.street
    17	Home Street 2	adr.home.street2
    18	Home Street 3	adr.home.street3
    19	Home City	adr.home.city
    20	Home State	adr.home.region
    21	Home Postal Code	adr.home.code
    22	Home Country/Region	adr.home.country
    23	Other Street	adr.other.street
    24	Other Street 2	adr.other.street2
    25	Other Street 3	adr.other.street3
    26	Other City	adr.other.city
    27	Other State	adr.other.region
    28	Other Postal Code	adr.other.code
    29	Other Country/Region	adr.other.country
    30	Assistant's Phone	tel=Assistant
    31	Business Fax	tel:fax,work
    32	Business Phone	tel:work
    33	Business Phone 2	tel:work
    34	Callback	tel=Callback
    35	Car Phone	tel:car
    36	Company Main Phone	tel:main-number,work
    37	Home Fax	tel:fax,home
    38	Home Phone	tel:home
    39	Home Phone 2	tel:home
    40	ISDN	tel:isdn
    41	Mobile Phone	tel:cell
    42	Other Fax	tel:fax=Other
    43	Other Phone	tel=Other
    44	Pager	tel:pager
    45	Primary Phone	tel!:main-number
    46	Radio Phone	tel=Radio
    47	TTY/TDD Phone	tel:textphone
    48	Telex	tel=Telex
    49	Account	x
    50	Anniversary	anniv
    51	Assistant's Name	rel=Assistant
    52	Billing Information	x
    53	Birthday	bday
    54	Business Address PO Box	adr.work.pobox
    55	Categories	cat
    56	Children	rel:child
    57	Directory Server	x
    58	E-mail Address	mail.1
    59	E-mail Type	mailtype.1
    60	E-mail Display Name	mailname.1
    61	E-mail 2 Address	mail.2
    62	E-mail 2 Type	mailtype.2
    63	E-mail 2 Display Name	mailname.2
    64	E-mail 3 Address	mail.3
    65	E-mail 3 Type	mailtype.3
    66	E-mail 3 Display Name	mailname.3
    67	Gender	sex
    68	Government ID Number	x
    69	Hobby	hobby
    70	Home Address PO Box	adr.home.pobox
    71	Initials	initials
    72	Internet Free Busy	free
    73	Keywords	x
    74	Language	lang
    75	Location	x
    76	Manager's Name	rel=Manager
    77	Mileage	x
    78	Notes	note
    79	Office Location	x
    80	Organizational ID Number	x
    81	Other Address PO Box	adr.other.pobox
    82	Priority	priority
    83	Private	private
    84	Profession	role
    85	Referred By	rel=Referred by
    86	Sensitivity	sensitivity
    87	Spouse	rel:spouse
    88	User 1	x
    89	User 2	x
    90	User 3	x
    91	User 4	x
    92	Web Page	url
    0	Company Yomi	porg
    0	Given Yomi	pgiven
    0	Surname Yomi	pfamily
    0	Nickname	nick
    0	Personal Web Page	url:home
    0	Business Web Page	url:work
    0	IMAddress	im
    0	Schools	x
    @outlook de
    1	Anrede	prefix
    2	Vorname	given
    3	Weitere Vornamen	middle
    4	Nachname	family
    5	Suffix	suffix
    6	Firma	org
    7	Abteilung	unit
    8	Position	title
    9	Straße geschäftlich	adr.work.street
    10	Straße geschäftlich 2	adr.work.street2
    11	Straße geschäftlich 3	adr.work.street3
    12	Ort geschäftlich	adr.work.city
    13	Region geschäftlich	adr.work.region
    14	Postleitzahl geschäftlich	adr.work.code
    15	Land/Region geschäftlich	adr.work.country
    16	Straße privat	adr.home.street
    17	Straße privat 2	adr.home.street2
    18	Straße privat 3	adr.home.street3
    19	Ort privat	adr.home.city
    20	Bundesland/Kanton privat	adr.home.region
    21	Postleitzahl privat	adr.home.code
    22	Land/Region privat	adr.home.country
    23	Weitere Straße	adr.other.street
    24	Weitere Straße 2	adr.other.street2
    25	Weitere Straße 3	adr.other.street3
    26	Weiterer Ort	adr.other.city
    27	Weiteres/r Bundesland/Kanton	adr.other.region
    28	Weitere Postleitzahl	adr.other.code
    29	Weiteres/e Land/Region	adr.other.country
    30	Telefon Assistent	tel=Assistant
    31	Fax geschäftlich	tel:fax,work
    32	Telefon geschäftlich	tel:work
    33	Telefon geschäftlich 2	tel:work
    34	Rückmeldung	tel=Callback
    35	Autotelefon	tel:car
    36	Telefon Firma	tel:main-number,work
    37	Fax privat	tel:fax,home
    38	Telefon privat	tel:home
    39	Telefon privat 2	tel:home
    40	ISDN	tel:isdn
    41	Mobiltelefon	tel:cell
    42	Weiteres Fax	tel:fax=Other
    43	Weiteres Telefon	tel=Other
    44	Pager	tel:pager
    45	Haupttelefon	tel!:main-number
    46	Mobiltelefon 2	tel=Radio
    47	Telefon für Hörbehinderte	tel:textphone
    48	Telex	tel=Telex
    49	Abrechnungsinformation	x	Billing Information
    50	Benutzer 1	x	User 1
    51	Benutzer 2	x	User 2
    52	Benutzer 3	x	User 3
    53	Benutzer 4	x	User 4
    54	Beruf	role
    55	Büro	x	Office Location
    56	E-Mail-Adresse	mail.1
    57	E-Mail-Typ	mailtype.1	E-mail Type
    58	E-Mail: Angezeigter Name	mailname.1	E-mail Display Name
    59	E-Mail 2: Adresse	mail.2
    60	E-Mail 2: Typ	mailtype.2	E-mail 2 Type
    61	E-Mail 2: Angezeigter Name	mailname.2	E-mail 2 Display Name
    62	E-Mail 3: Adresse	mail.3
    63	E-Mail 3: Typ	mailtype.3	E-mail 3 Type
    64	E-Mail 3: Angezeigter Name	mailname.3	E-mail 3 Display Name
    65	Empfohlen von	rel=Referred by
    66	Geburtstag	bday
    67	Geschlecht	sex	Gender
    68	Hobby	hobby
    69	Initialen	initials	Initials
    70	Internet-Frei/Gebucht	free
    71	Jahrestag	anniv
    72	Kategorien	cat
    73	Kinder	rel:child
    74	Konto	x	Account
    75	Name Assistent	rel=Assistant
    76	Name des/der Vorgesetzten	rel=Manager
    77	Notizen	note
    78	Organisationsnr.	x	Organizational ID Number
    79	Ort	x	Location
    80	Partner	rel:spouse
    81	Postfach geschäftlich	adr.work.pobox
    82	Postfach privat	adr.home.pobox
    83	Priorität	priority	Priority
    84	Privat	private
    85	Regierungsnr.	x	Government ID Number
    86	Reisekilometer	x	Mileage
    87	Sprache	lang	Language
    88	Stichwörter	x	Keywords
    89	Vertraulichkeit	sensitivity
    90	Verzeichnisserver	x	Directory Server
    91	Webseite	url
    92	Weiteres Postfach	adr.other.pobox
    0	Telefon (privat)	tel:home
    0	Telefon (privat 2)	tel:home
    0	Assistent(in)	rel=Assistant
    0	Land geschäftlich	adr.work.country
    0	Land privat	adr.home.country
    0	Weiteres Land	adr.other.country
    0	Region privat	adr.home.region
    0	Weitere Region	adr.other.region
    0	Organisations-Nr.	x	Organizational ID Number
    0	Regierungs-Nr.	x	Government ID Number
    0	Name des/r Vorgesetzten	rel=Manager
    @outlook fr
    1	Titre	prefix
    2	Prénom	given
    3	Deuxième prénom	middle
    4	Nom	family
    5	Suffixe	suffix
    6	Société 	org
    7	Service 	unit
    8	Titre	title
    9	Rue (bureau)	adr.work.street
    10	Rue (bureau) 2	adr.work.street2
    11	Rue (bureau) 3	adr.work.street3
    12	Ville (bureau)	adr.work.city
    13	Dép/Région (bureau)	adr.work.region
    14	Code postal (bureau)	adr.work.code
    15	Pays (bureau)	adr.work.country
    16	Rue (domicile)	adr.home.street
    17	Rue (domicile) 2	adr.home.street2
    18	Rue (domicile) 3	adr.home.street3
    19	Ville (domicile)	adr.home.city
    20	Dép/Région (domicile)	adr.home.region
    21	Code postal (domicile)	adr.home.code
    22	Pays (domicile)	adr.home.country
    23	Rue (autre)	adr.other.street
    24	Rue (autre) 2	adr.other.street2
    25	Rue (autre) 3	adr.other.street3
    26	Ville (autre)	adr.other.city
    27	Dép/Région (autre)	adr.other.region
    28	Code postal (autre)	adr.other.code
    29	Pays (autre)	adr.other.country
    30	Téléphone de l'assistant(e)	tel=Assistant
    31	Télécopie (bureau)	tel:fax,work
    32	Téléphone (bureau)	tel:work
    33	Téléphone 2 (bureau)	tel:work
    34	Rappel	tel=Callback
    35	Téléphone (voiture)	tel:car
    36	Téléphone société	tel:main-number,work
    37	Télécopie (domicile)	tel:fax,home
    38	Téléphone (domicile)	tel:home
    39	Téléphone 2 (domicile)	tel:home
    40	RNIS	tel:isdn
    41	Tél. mobile	tel:cell
    42	Télécopie (autre)	tel:fax=Other
    43	Téléphone (autre)	tel=Other
    44	Récepteur de radiomessagerie	tel:pager
    45	Téléphone principal	tel!:main-number
    46	Radio téléphone	tel=Radio
    47	Téléphone TDD/TTY	tel:textphone
    48	Télex	tel=Telex
    49	Adresse de messagerie	mail.1
    50	Type de messagerie	mailtype.1	E-mail Type
    51	Nom complet de l'adresse de messagerie	mailname.1	E-mail Display Name
    52	Adresse de messagerie 2	mail.2
    53	Type de messagerie 2	mailtype.2	E-mail 2 Type
    54	Nom complet de l'adresse de messagerie 2	mailname.2	E-mail 2 Display Name
    55	Adresse de messagerie 3	mail.3
    56	Type de messagerie 3	mailtype.3	E-mail 3 Type
    57	Nom complet de l'adresse de messagerie 3	mailname.3	E-mail 3 Display Name
    58	Anniversaire	bday
    59	Anniversaire de mariage ou fête	anniv
    60	Autre boîte postale	adr.other.pobox
    61	B.P. professionnelle	adr.work.pobox
    62	Boîte postale du domicile	adr.home.pobox
    63	Bureau	x	Office Location
    64	Catégories	cat
    65	Code gouvernement	x	Government ID Number
    66	Compte	x	Account
    67	Conjoint(e)	rel:spouse
    68	Critère de diffusion	sensitivity
    69	Disponibilité Internet	free
    70	Emplacement	x	Location
    71	Enfants	rel:child
    72	Informations facturation	x	Billing Information
    73	Initiales	initials	Initials
    74	Kilométrage	x	Mileage
    75	Langue	lang	Language
    76	Mots clés	x	Keywords
    77	Nom de l'assistant(e)	rel=Assistant
    78	Notes	note
    79	Numéro d'identification de l'organisation	x	Organizational ID Number
    80	Page Web	url
    81	Passe-temps	hobby
    82	Priorité	priority	Priority
    83	Privé	private
    84	Profession	role
    85	Recommandé par	rel=Referred by
    86	Responsable	rel=Manager
    87	Serveur d'annuaire	x	Directory Server
    88	Sexe	sex	Gender
    89	Utilisateur 1	x	User 1
    90	Utilisateur 2	x	User 2
    91	Utilisateur 3	x	User 3
    92	Utilisateur 4	x	User 4
    0	Pays/Région (bureau)	adr.work.country
    0	Pays/Région (domicile)	adr.home.country
    0	Pays/Région (autre)	adr.other.country
    0	Société	org
    0	Service	unit
    0	Fonction	title
    0	Fax (bureau)	tel:fax,work
    @outlook it
    1	Titolo	prefix
    2	Nome	given
    3	Secondo nome	middle
    4	Cognome	family
    5	Titolo straniero	suffix
    6	Società	org
    7	Reparto	unit
    8	Posizione	title
    9	Via (uff.)	adr.work.street
    10	Via (uff.) 2	adr.work.street2
    11	Via (uff.) 3	adr.work.street3
    12	Città (uff.)	adr.work.city
    13	Provincia (uff.)	adr.work.region
    14	CAP (uff.)	adr.work.code
    15	Paese/area geografica (uff.)	adr.work.country
    16	Via (ab.)	adr.home.street
    17	Via (ab.) 2	adr.home.street2
    18	Via (ab.) 3	adr.home.street3
    19	Città (ab.)	adr.home.city
    20	Provincia (ab.)	adr.home.region
    21	CAP (ab.)	adr.home.code
    22	Paese/area geografica (ab.)	adr.home.country
    23	Altra via	adr.other.street
    24	Altra via 2	adr.other.street2
    25	Altra via 3	adr.other.street3
    26	Altra città	adr.other.city
    27	Altra provincia	adr.other.region
    28	Altro CAP	adr.other.code
    29	Altro paese/area geografica	adr.other.country
    30	Telefono assistente	tel=Assistant
    31	Fax (uff.)	tel:fax,work
    32	Ufficio	tel:work
    33	Ufficio 2	tel:work
    34	Richiamata automatica	tel=Callback
    35	Telefono auto	tel:car
    36	Telefono principale società	tel:main-number,work
    37	Fax (ab.)	tel:fax,home
    38	Abitazione	tel:home
    39	Abitazione 2	tel:home
    40	ISDN	tel:isdn
    41	Cellulare	tel:cell
    42	Altro fax	tel:fax=Other
    43	Altro telefono	tel=Other
    44	Cercapersone	tel:pager
    45	Telefono principale	tel!:main-number
    46	Radiotelefono	tel=Radio
    47	Telefono TTY/TDD	tel:textphone
    48	Telex	tel=Telex
    49	Account	x	Account
    50	Altro indirizzo - Casella postale	adr.other.pobox
    51	Anniversario	anniv
    52	Categorie	cat
    53	Cod. Fisc./P. IVA	x	Government ID Number
    54	Compleanno	bday
    55	Dati fatturazione	x	Billing Information
    56	Disponibilità Internet	free
    57	Figli	rel:child
    58	Hobby	hobby
    59	Indennità trasferta	x	Mileage
    60	Indirizzo (ab.) - Casella postale	adr.home.pobox
    61	Indirizzo (uff.) - Casella postale	adr.work.pobox
    62	Iniziali	initials	Initials
    63	Lingua	lang	Language
    64	Luogo	x	Location
    65	Nome assistente	rel=Assistant
    66	Nome coniuge/partner	rel:spouse
    67	Nome manager	rel=Manager
    68	Notes	note
    69	Numero ID organizzativo	x	Organizational ID Number
    70	Pagina Web	url
    71	Parole chiave	x	Keywords
    72	Indirizzo posta elettronica	mail.1
    73	Tipo posta elettronica	mailtype.1	E-mail Type
    74	Nome visualizzato posta elettronica	mailname.1	E-mail Display Name
    75	Indirizzo posta elettronica 2	mail.2
    76	Tipo posta elettronica 2	mailtype.2	E-mail 2 Type
    77	Nome visualizzato posta elettronica 2	mailname.2	E-mail 2 Display Name
    78	Indirizzo posta elettronica 3	mail.3
    79	Tipo posta elettronica 3	mailtype.3	E-mail 3 Type
    80	Nome visualizzato posta elettronica 3	mailname.3	E-mail 3 Display Name
    81	Presentato da	rel=Referred by
    82	Priorità	priority	Priority
    83	Privato	private
    84	Professione	role
    85	Riservatezza	sensitivity
    86	Server di directory	x	Directory Server
    87	Sesso	sex	Gender
    88	Ubicazione ufficio	x	Office Location
    89	Utente 1	x	User 1
    90	Utente 2	x	User 2
    91	Utente 3	x	User 3
    92	Utente 4	x	User 4
    @outlook nl
    1	Titel	prefix
    2	Voornaam	given
    3	Middelste naam	middle
    4	Achternaam	family
    5	Achtervoegsel	suffix
    6	Bedrijf	org
    7	Afdeling	unit
    8	Functie	title
    9	Werkadres, straat	adr.work.street
    10	Werkadres 2, straat	adr.work.street2
    11	Werkadres 3, straat	adr.work.street3
    12	Werkadres, plaats	adr.work.city
    13	Werkadres, provincie	adr.work.region
    14	Werkadres, postcode	adr.work.code
    15	Land/regio (werk)	adr.work.country
    16	Huisadres, straat	adr.home.street
    17	Huisadres, straat 2	adr.home.street2
    18	Huisadres, straat 3	adr.home.street3
    19	Huisadres, plaats	adr.home.city
    20	Huisadres, provincie	adr.home.region
    21	Huisadres, postcode	adr.home.code
    22	Land/regio (thuis)	adr.home.country
    23	Ander adres, straat	adr.other.street
    24	Ander adres, straat 2	adr.other.street2
    25	Ander adres, straat 3	adr.other.street3
    26	Ander adres, plaats	adr.other.city
    27	Ander adres, provincie	adr.other.region
    28	Ander adres, postcode	adr.other.code
    29	Land/regio (anders)	adr.other.country
    30	Telefoon assistent	tel=Assistant
    31	Fax op werk	tel:fax,work
    32	Telefoon op werk	tel:work
    33	Telefoon op werk 2	tel:work
    34	Terugbellen	tel=Callback
    35	Autotelefoon	tel:car
    36	Hoofdtelefoon bedrijf	tel:main-number,work
    37	Fax thuis	tel:fax,home
    38	Telefoon thuis	tel:home
    39	Telefoon thuis 2	tel:home
    40	ISDN	tel:isdn
    41	Mobiele telefoon	tel:cell
    42	Andere fax	tel:fax=Other
    43	Andere telefoon	tel=Other
    44	Pager	tel:pager
    45	Hoofdtelefoon	tel!:main-number
    46	Radiotelefoon	tel=Radio
    47	Teksttelefoon	tel:textphone
    48	Telex	tel=Telex
    49	Account	x	Account
    50	Adreslijstserver	x	Directory Server
    51	Ander adres, postbusnummer	adr.other.pobox
    52	Beroep	role
    53	Categorieën	cat
    54	E-mailadres	mail.1
    55	E-mailtype	mailtype.1	E-mail Type
    56	Weergavenaam voor e-mail	mailname.1	E-mail Display Name
    57	E-mailadres 2	mail.2
    58	E-mailtype 2	mailtype.2	E-mail 2 Type
    59	E-mail, weergegeven naam 2	mailname.2	E-mail 2 Display Name
    60	E-mailadres 3	mail.3
    61	E-mailtype 3	mailtype.3	E-mail 3 Type
    62	E-mail, weergegeven naam 3	mailname.3	E-mail 3 Display Name
    63	Factuurinformatie	x	Billing Information
    64	Gebruiker 1	x	User 1
    65	Gebruiker 2	x	User 2
    66	Gebruiker 3	x	User 3
    67	Gebruiker 4	x	User 4
    68	Geslacht	sex	Gender
    69	Gevoeligheid	sensitivity
    70	Hobby's	hobby
    71	Huisadres, postbusnummer	adr.home.pobox
    72	Initialen	initials	Initials
    73	Internet Beschikbaarheidsinfo	free
    74	Kantoorlocatie	x	Office Location
    75	Kinderen	rel:child
    76	Locatie	x	Location
    77	Naam assistent	rel=Assistant
    78	Naam manager	rel=Manager
    79	Notities	note
    80	Organisatie-id	x	Organizational ID Number
    81	Partner	rel:spouse
    82	Prioriteit	priority	Priority
    83	Privé	private
    84	Referentie van	rel=Referred by
    85	Reisafstand	x	Mileage
    86	Sofinummer	x	Government ID Number
    87	Speciale datum	anniv
    88	Taal	lang	Language
    89	Trefwoorden	x	Keywords
    90	Verjaardag	bday
    91	Webpagina	url
    92	Werkadres, postbusnummer	adr.work.pobox
    0	Categorien	cat
    0	Priv	private
    @outlook pl
    1	Tytuł	prefix
    2	Imię	given
    3	Drugie imię	middle
    4	Nazwisko	family
    5	Sufiks	suffix
    6	Firma	org
    7	Dział	unit
    8	Stanowisko	title
    9	Adres służbowy - ulica	adr.work.street
    10	Adres służbowy - ulica 2	adr.work.street2
    11	Adres służbowy - ulica 3	adr.work.street3
    12	Adres służbowy - miejscowość	adr.work.city
    13	Adres służbowy - województwo	adr.work.region
    14	Adres służbowy - kod pocztowy	adr.work.code
    15	Adres służbowy - kraj/region	adr.work.country
    16	Adres domowy - ulica	adr.home.street
    17	Adres domowy - ulica (2)	adr.home.street2
    18	Adres domowy - ulica (3)	adr.home.street3
    19	Adres domowy - miejscowość	adr.home.city
    20	Adres domowy - województwo	adr.home.region
    21	Adres domowy - kod pocztowy	adr.home.code
    22	Adres domowy - kraj/region	adr.home.country
    23	Inny adres - ulica	adr.other.street
    24	Inny adres - ulica 2	adr.other.street2
    25	Inny adres - ulica 3	adr.other.street3
    26	Inny adres - miejscowość	adr.other.city
    27	Inny adres - województwo	adr.other.region
    28	Inny adres - kod pocztowy	adr.other.code
    29	Inny adres - kraj/region	adr.other.country
    30	Telefon asystenta	tel=Assistant
    31	Faks służbowy	tel:fax,work
    32	Telefon służbowy	tel:work
    33	Telefon służbowy 2	tel:work
    34	Wywołanie zwrotne	tel=Callback
    35	Telefon w samochodzie	tel:car
    36	Główny telefon do firmy	tel:main-number,work
    37	Faks domowy	tel:fax,home
    38	Telefon domowy	tel:home
    39	Telefon domowy 2	tel:home
    40	ISDN	tel:isdn
    41	Telefon komórkowy	tel:cell
    42	Inny faks	tel:fax=Other
    43	Inny telefon	tel=Other
    44	Pager	tel:pager
    45	Telefon podstawowy	tel!:main-number
    46	Radiotelefon	tel=Radio
    47	Telefon TTY/TDD	tel:textphone
    48	Teleks	tel=Telex
    49	Adres e-mail	mail.1
    50	Typ poczty e-mail	mailtype.1	E-mail Type
    51	Nazwa wyświetlana e-mail	mailname.1	E-mail Display Name
    52	Adres e-mail 2	mail.2
    53	Rodzaj e-mail 2	mailtype.2	E-mail 2 Type
    54	Nazwa wyświetlana e-mail 2	mailname.2	E-mail 2 Display Name
    55	Adres e-mail 3	mail.3
    56	Rodzaj e-mail 3	mailtype.3	E-mail 3 Type
    57	Nazwa wyświetlana e-mail 3	mailname.3	E-mail 3 Display Name
    58	Charakter	sensitivity
    59	Domowa skrzynka pocztowa	adr.home.pobox
    60	Dzieci	rel:child
    61	Hobby	hobby
    62	Imię i nazwisko asystenta	rel=Assistant
    63	Informacje rozliczeniowe	x	Billing Information
    64	Inicjały	initials	Initials
    65	Inna skrzynka pocztowa	adr.other.pobox
    66	Internetowe informacje wolny/zajęty	free
    67	Język	lang	Language
    68	Kategorie	cat
    69	Konto	x	Account
    70	Lokalizacja	x	Location
    71	Lokalizacja biura	x	Office Location
    72	Menedżer	rel=Manager
    73	Notatki	note
    74	Numer ewidencyjny w organizacji	x	Organizational ID Number
    75	Osoba polecająca	rel=Referred by
    76	PESEL	x	Government ID Number
    77	Płeć	sex	Gender
    78	Priorytet	priority	Priority
    79	Prywatne	private
    80	Przebieg	x	Mileage
    81	Rocznica	anniv
    82	Serwer katalogowy	x	Directory Server
    83	Słowa kluczowe	x	Keywords
    84	Służbowa skrzynka pocztowa	adr.work.pobox
    85	Strona sieci Web	url
    86	Urodziny	bday
    87	Użytkownik 1	x	User 1
    88	Użytkownik 2	x	User 2
    89	Użytkownik 3	x	User 3
    90	Użytkownik 4	x	User 4
    91	Współmałżonek	rel:spouse
    92	Zawód	role
    0	Adres służbowy - kraj	adr.work.country
    0	Adres domowy - kraj	adr.home.country
    0	Inny adres - kraj	adr.other.country
    @outlook ru
    1	Обращение	prefix
    2	Имя	given
    3	Отчество	middle
    4	Фамилия	family
    5	Суффикс	suffix
    6	Организация	org
    7	Отдел	unit
    8	Должность	title
    9	Улица (раб. адрес)	adr.work.street
    10	Улица 2 (раб. адрес)	adr.work.street2
    11	Улица 3 (раб. адрес)	adr.work.street3
    12	Город (раб. адрес)	adr.work.city
    13	Область (раб. адрес)	adr.work.region
    14	Индекс (раб. адрес)	adr.work.code
    15	Страна или регион (раб. адрес)	adr.work.country
    16	Улица (дом. адрес)	adr.home.street
    17	Улица 2 (дом. адрес)	adr.home.street2
    18	Улица 3 (дом. адрес)	adr.home.street3
    19	Город (дом. адрес)	adr.home.city
    20	Область (дом. адрес)	adr.home.region
    21	Почтовый код (дом.)	adr.home.code
    22	Страна или регион (дом. адрес)	adr.home.country
    23	Улица (другой адрес)	adr.other.street
    24	Улица  2 (другой адрес)	adr.other.street2
    25	Улица  3 (другой адрес)	adr.other.street3
    26	Город  (другой адрес)	adr.other.city
    27	Область  (другой адрес)	adr.other.region
    28	Индекс  (другой адрес)	adr.other.code
    29	Страна или регион  (другой адрес)	adr.other.country
    30	Телефон помощника	tel=Assistant
    31	Рабочий факс	tel:fax,work
    32	Рабочий телефон	tel:work
    33	Телефон раб. 2	tel:work
    34	Обратный вызов	tel=Callback
    35	Телефон в машине	tel:car
    36	Основной телефон организации	tel:main-number,work
    37	Домашний факс	tel:fax,home
    38	Домашний телефон	tel:home
    39	Телефон дом. 2	tel:home
    40	ISDN	tel:isdn
    41	Телефон переносной	tel:cell
    42	Другой факс	tel:fax=Other
    43	Другой телефон	tel=Other
    44	Пейджер	tel:pager
    45	Основной телефон	tel!:main-number
    46	Радиотелефон	tel=Radio
    47	Телетайп/телефон с титрами	tel:textphone
    48	Телекс	tel=Telex
    49	Важность	priority	Priority
    50	Веб-страница	url
    51	Годовщина	anniv
    52	День рождения	bday
    53	Дети	rel:child
    54	Заметки	note
    55	Имя помощника	rel=Assistant
    56	Инициалы	initials	Initials
    57	Категории	cat
    58	Ключевые слова	x	Keywords
    59	Код организации	x	Organizational ID Number
    60	Личный код	x	Government ID Number
    61	Отложено	rel=Referred by
    62	Пол	sex	Gender
    63	Пользователь 1	x	User 1
    64	Пользователь 2	x	User 2
    65	Пользователь 3	x	User 3
    66	Пользователь 4	x	User 4
    67	Пометка	sensitivity
    68	Почтовый ящик (дом. адрес)	adr.home.pobox
    69	Почтовый ящик (другой адрес)	adr.other.pobox
    70	Почтовый ящик (раб. адрес)	adr.work.pobox
    71	Профессия	role
    72	Расположение	x	Location
    73	Расположение комнаты	x	Office Location
    74	Расстояние	x	Mileage
    75	Руководитель	rel=Manager
    76	Сведения о доступности в Интернете	free
    77	Сервер каталогов	x	Directory Server
    78	Супруг(а)	rel:spouse
    79	Счет	x	Account
    80	Счета	x	Billing Information
    81	Хобби	hobby
    82	Частное	private
    83	Адрес эл. почты	mail.1
    84	Тип эл. почты	mailtype.1	E-mail Type
    85	Краткое имя эл. почты	mailname.1	E-mail Display Name
    86	Адрес 2 эл. почты	mail.2
    87	Тип 2 эл. почты	mailtype.2	E-mail 2 Type
    88	Краткое 2 имя эл. почты	mailname.2	E-mail 2 Display Name
    89	Адрес 3 эл. почты	mail.3
    90	Тип 3 эл. почты	mailtype.3	E-mail 3 Type
    91	Краткое 3 имя эл. почты	mailname.3	E-mail 3 Display Name
    92	Язык	lang	Language
    0	Страна (раб. адрес)	adr.work.country
    0	Страна (дом. адрес)	adr.home.country
    @outlook ja
    1	肩書き	prefix
    2	名	given
    3	ミドル ネーム	middle
    4	姓	family
    5	敬称	suffix
    6	会社名	org
    7	部署	unit
    8	役職	title
    9	番地 (会社)	adr.work.street
    10	住所 2 (会社)	adr.work.street2
    11	住所 3 (会社)	adr.work.street3
    12	市町村 (会社)	adr.work.city
    13	都道府県 (会社)	adr.work.region
    14	郵便番号 (会社)	adr.work.code
    15	国 (会社)/地域	adr.work.country
    16	番地 (自宅)	adr.home.street
    17	住所 2 (自宅)	adr.home.street2
    18	住所 3 (自宅)	adr.home.street3
    19	市町村 (自宅)	adr.home.city
    20	都道府県 (自宅)	adr.home.region
    21	郵便番号 (自宅)	adr.home.code
    22	国 (自宅)/地域	adr.home.country
    23	番地 (その他)	adr.other.street
    24	住所 2 (その他)	adr.other.street2
    25	住所 3 (その他)	adr.other.street3
    26	市町村 (その他)	adr.other.city
    27	都道府県 (その他)	adr.other.region
    28	郵便番号 (その他)	adr.other.code
    29	国 (その他)/地域	adr.other.country
    30	秘書の電話	tel=Assistant
    31	会社 FAX	tel:fax,work
    32	会社電話	tel:work
    33	会社電話 2	tel:work
    34	コールバック	tel=Callback
    35	自動車電話	tel:car
    36	会社代表電話	tel:main-number,work
    37	自宅 FAX	tel:fax,home
    38	自宅電話	tel:home
    39	自宅電話 2	tel:home
    40	ISDN	tel:isdn
    41	携帯電話	tel:cell
    42	その他の FAX	tel:fax=Other
    43	その他の電話	tel=Other
    44	ポケットベル	tel:pager
    45	通常の電話	tel!:main-number
    46	無線電話	tel=Radio
    47	TTY/TDD	tel:textphone
    48	テレックス	tel=Telex
    49	ID 番号	x	Government ID Number
    50	Web ページ	url
    51	アカウント	x	Account
    52	イニシャル	initials	Initials
    53	インターネット空き時間情報	free
    54	キーワード	x	Keywords
    55	その他住所私書箱	adr.other.pobox
    56	ディレクトリ サーバー	x	Directory Server
    57	プライベート	private
    58	マネージャー	rel=Manager
    59	メモ	note
    60	ユーザー 1	x	User 1
    61	ユーザー 2	x	User 2
    62	ユーザー 3	x	User 3
    63	ユーザー 4	x	User 4
    64	会社 ID	x	Organizational ID Number
    65	会社住所私書箱	adr.work.pobox
    66	会社名フリガナ	porg
    67	記念日	anniv
    68	経費情報	x	Mileage
    69	言語	lang	Language
    70	参照事項	rel=Referred by
    71	子供	rel:child
    72	支払い条件	x	Billing Information
    73	事業所	x	Office Location
    74	自宅住所私書箱	adr.home.pobox
    75	趣味	hobby
    76	場所	x	Location
    77	職業	role
    78	姓フリガナ	pfamily
    79	性別	sex	Gender
    80	誕生日	bday
    81	電子メール アドレス	mail.1
    82	電子メールの種類	mailtype.1	E-mail Type
    83	電子メール表示名	mailname.1	E-mail Display Name
    84	電子メール 2 アドレス	mail.2
    85	電子メール 2 の種類	mailtype.2	E-mail 2 Type
    86	電子メール 2 表示名	mailname.2	E-mail 2 Display Name
    87	電子メール 3 アドレス	mail.3
    88	電子メール 3 の種類	mailtype.3	E-mail 3 Type
    89	電子メール 3 表示名	mailname.3	E-mail 3 Display Name
    90	配偶者	rel:spouse
    91	秘書の氏名	rel=Assistant
    92	秘密度	sensitivity
    93	分類	cat
    94	名前フリガナ	pgiven
    95	優先度	priority	Priority
    @outlook zh-CN
    1	英文称谓	prefix
    2	名	given
    3	中间名	middle
    4	姓	family
    5	中文称谓	suffix
    6	单位	org
    7	部门	unit
    8	职务	title
    9	商务地址 街道	adr.work.street
    10	商务地址 街道 2	adr.work.street2
    11	商务地址 街道 3	adr.work.street3
    12	商务地址 市/县	adr.work.city
    13	商务地址 省/市/自治区	adr.work.region
    14	商务地址 邮政编码	adr.work.code
    15	商务地址 国家/地区	adr.work.country
    16	住宅地址 街道	adr.home.street
    17	住宅地址 街道 2	adr.home.street2
    18	住宅地址 街道 3	adr.home.street3
    19	住宅地址 市/县	adr.home.city
    20	住宅地址 省/市/自治区	adr.home.region
    21	住宅地址 邮政编码	adr.home.code
    22	住宅地址 国家/地区	adr.home.country
    23	其他地址 街道	adr.other.street
    24	其他地址 街道 2	adr.other.street2
    25	其他地址 街道 3	adr.other.street3
    26	其他地址 市/县	adr.other.city
    27	其他地址 省/市/自治区	adr.other.region
    28	其他地址 邮政编码	adr.other.code
    29	其他地址 国家/地区	adr.other.country
    30	助理的电话	tel=Assistant
    31	商务传真	tel:fax,work
    32	商务电话	tel:work
    33	商务电话 2	tel:work
    34	回电话	tel=Callback
    35	车载电话	tel:car
    36	单位主要电话	tel:main-number,work
    37	住宅传真	tel:fax,home
    38	住宅电话	tel:home
    39	住宅电话 2	tel:home
    40	ISDN	tel:isdn
    41	移动电话	tel:cell
    42	其他传真	tel:fax=Other
    43	其他电话	tel=Other
    44	寻呼机	tel:pager
    45	主要电话	tel!:main-number
    46	无绳电话	tel=Radio
    47	TTY/TDD 电话	tel:textphone
    48	电报	tel=Telex
    49	Internet 忙闲	free
    50	办公地点	x	Office Location
    51	地点	x	Location
    52	电子邮件地址	mail.1
    53	电子邮件类型	mailtype.1	E-mail Type
    54	电子邮件显示名称	mailname.1	E-mail Display Name
    55	电子邮件 2 地址	mail.2
    56	电子邮件 2 类型	mailtype.2	E-mail 2 Type
    57	电子邮件 2 显示名	mailname.2	E-mail 2 Display Name
    58	电子邮件 3 地址	mail.3
    59	电子邮件 3 类型	mailtype.3	E-mail 3 Type
    60	电子邮件 3 显示名	mailname.3	E-mail 3 Display Name
    61	附注	note
    62	工作证号码	x	Organizational ID Number
    63	关键词	x	Keywords
    64	记帐信息	x	Billing Information
    65	纪念日	anniv
    66	经理姓名	rel=Manager
    67	类别	cat
    68	里程	x	Mileage
    69	敏感度	sensitivity
    70	目录服务器	x	Directory Server
    71	配偶	rel:spouse
    72	其他地址 - 邮箱	adr.other.pobox
    73	商务地址 - 邮箱	adr.work.pobox
    74	身份证编号	x	Government ID Number
    75	生日	bday
    76	私有	private
    77	缩写	initials	Initials
    78	网页	url
    79	性别	sex	Gender
    80	业余爱好	hobby
    81	引用者	rel=Referred by
    82	用户 1	x	User 1
    83	用户 2	x	User 2
    84	用户 3	x	User 3
    85	用户 4	x	User 4
    86	优先级	priority	Priority
    87	语言	lang	Language
    88	帐户	x	Account
    89	职业	role
    90	助理的姓名	rel=Assistant
    91	住宅地址 - 邮箱	adr.home.pobox
    92	子女	rel:child
    0	称谓	suffix
    @outlook es
    0	Ciudad de trabajo	adr.work.city
    0	Provincia o estado de trabajo	adr.work.region
    0	Teléfono del trabajo	tel:work
    0	Código postal del trabajo	adr.work.code
    0	País o región del trabajo	adr.work.country
    0	Calle del trabajo	adr.work.street
    0	Categorías	cat
    0	Organización	org
    0	Dirección de correo electrónico 2	mail.2
    0	Dirección del correo electrónico 3	mail.3
    0	Nombre	given
    0	Género	sex	Gender
    0	País o región del domicilio	adr.home.country
    0	Particular	tel:home
    0	Puesto	title
    0	Apellidos	family
    0	Nombre del director	rel=Manager
    0	Segundo nombre	middle
    0	Otra ciudad	adr.other.city
    0	Otra provincia o estado	adr.other.region
    0	Otro fax	tel:fax=Other
    0	Otro teléfono	tel=Other
    0	Otro código postal	adr.other.code
    0	Otro país o región	adr.other.country
    0	Otra calle	adr.other.street
    0	Teléfono principal	tel!:main-number
    0	Página web	url
    0	Teléfono del trabajo 2	tel:work
    0	Dirección de correo electrónico	mail.1
    0	Notas	note
    @outlook pt-BR
    0	Primeiro nome	given
    0	Nome do meio	middle
    0	Último nome	family
    0	Sufixo	suffix
    0	Título	prefix
    0	Empresa	org
    0	Departamento	unit
    0	Cargo	title
    0	Rua do endereço comercial 2	adr.work.street2
    0	Rua do endereço comercial 3	adr.work.street3
    0	País/Região da Empresa	adr.work.country
    0	Endereço residencial	adr.home.street
    0	Endereço residencial 2	adr.home.street2
    0	Endereço residencial 3	adr.home.street3
    0	Cidade do endereço residencial	adr.home.city
    0	Estado	adr.home.region
    0	CEP do endereço residencial	adr.home.code
    0	País/Região de Residência	adr.home.country
    0	Telefone Comercial	tel:work
    0	Telefone Comercial 2	tel:work
    0	Telefone principal da empresa	tel:main-number,work
    0	Telefone residencial	tel:home
    0	Telefone residencial 2	tel:home
    0	Telefone celular	tel:cell
    0	Telefone principal	tel!:main-number
    0	Fax Comercial	tel:fax,work
    0	Fax residencial	tel:fax,home
    0	Endereço de email 2	mail.2
    0	Endereço de email 3	mail.3
    0	Nome para Exibição do Email	mailname.1	E-mail Display Name
    0	Categorias	cat
    0	Anotações	note
    0	Página da Web	url
    0	Nome do gerente	rel=Manager
    0	Nome do Assistente	rel=Assistant
    0	Outra cidade	adr.other.city
    0	Outro Estado	adr.other.region
    0	Outra Rua	adr.other.street
    @outlook zh-TW
    0	紀念日	anniv
    0	助理	rel=Assistant
    0	助理電話	tel=Assistant
    0	生日	bday
    0	商務 - 市/鎮	adr.work.city
    0	商務 - 國家/地區	adr.work.country
    0	商務傳真	tel:fax,work
    0	商務電話	tel:work
    0	商務電話 2	tel:work
    0	商務 - 郵遞區號	adr.work.code
    0	商務 - 縣市	adr.work.region
    0	商務 - 街	adr.work.street
    0	汽車電話	tel:car
    0	類別	cat
    0	公司	org
    0	部門	unit
    0	電子郵件地址	mail.1
    0	名字	given
    0	性別	sex	Gender
    0	住家 - 市/鎮	adr.home.city
    0	住家 - 國家/地區	adr.home.country
    0	住家傳真	tel:fax,home
    0	住家電話	tel:home
    0	住家電話 2	tel:home
    0	住家 - 郵遞區號	adr.home.code
    0	住家 - 縣/市	adr.home.region
    0	住家 - 街	adr.home.street
    0	職稱	title
    0	姓氏	family
    0	主管名稱	rel=Manager
    0	中間名	middle
    0	行動電話	tel:cell
    0	記事	note
    0	其他 - 市/鎮	adr.other.city
    0	其他 - 國家/地區	adr.other.country
    0	其他傳真	tel:fax=Other
    0	其他電話	tel=Other
    0	其他 - 郵遞區號	adr.other.code
    0	其他 - 縣/市	adr.other.region
    0	其他 - 街	adr.other.street
    0	呼叫器	tel:pager
    0	代表電話	tel!:main-number
    0	配偶	rel:spouse
    0	稱謂	suffix
    0	頭銜	prefix
    0	網頁	url
    @outlook.com en
    1	First Name	given
    2	Middle Name	middle
    3	Last Name	family
    4	Title	prefix
    5	Suffix	suffix
    6	Nickname	nick
    7	Given Yomi	pgiven
    8	Surname Yomi	pfamily
    9	E-mail Address	mail.1
    10	E-mail 2 Address	mail.2
    11	E-mail 3 Address	mail.3
    12	Home Phone	tel:home
    13	Home Phone 2	tel:home
    14	Business Phone	tel:work
    15	Business Phone 2	tel:work
    16	Mobile Phone	tel:cell
    17	Car Phone	tel:car
    18	Other Phone	tel=Other
    19	Primary Phone	tel!:main-number
    20	Pager	tel:pager
    21	Business Fax	tel:fax,work
    22	Home Fax	tel:fax,home
    23	Other Fax	tel:fax=Other
    24	Company Main Phone	tel:main-number,work
    25	Callback	tel=Callback
    26	Radio Phone	tel=Radio
    27	Telex	tel=Telex
    28	TTY/TDD Phone	tel:textphone
    29	IMAddress	im
    30	Job Title	title
    31	Department	unit
    32	Company	org
    33	Office Location	x
    34	Manager's Name	rel=Manager
    35	Assistant's Name	rel=Assistant
    36	Assistant's Phone	tel=Assistant
    37	Company Yomi	porg
    38	Business Street	adr.work.street
    39	Business City	adr.work.city
    40	Business State	adr.work.region
    41	Business Postal Code	adr.work.code
    42	Business Country/Region	adr.work.country
    43	Home Street	adr.home.street
    44	Home City	adr.home.city
    45	Home State	adr.home.region
    46	Home Postal Code	adr.home.code
    47	Home Country/Region	adr.home.country
    48	Other Street	adr.other.street
    49	Other City	adr.other.city
    50	Other State	adr.other.region
    51	Other Postal Code	adr.other.code
    52	Other Country/Region	adr.other.country
    53	Personal Web Page	url:home
    54	Spouse	rel:spouse
    55	Schools	x
    56	Hobby	hobby
    57	Location	x
    58	Web Page	url
    59	Birthday	bday
    60	Anniversary	anniv
    61	Notes	note
    @google en
    1	First Name	given
    2	Middle Name	middle
    3	Last Name	family
    4	Phonetic First Name	pgiven
    5	Phonetic Middle Name	pmiddle
    6	Phonetic Last Name	pfamily
    7	Name Prefix	prefix
    8	Name Suffix	suffix
    9	Nickname	nick
    10	File As	x
    11	Organization Name	org
    12	Organization Title	title
    13	Organization Department	unit
    14	Birthday	bday
    15	Notes	note
    16	Photo	photo
    17	Labels	cat
    @google-old en
    1	Name	full
    2	Given Name	given
    3	Additional Name	middle
    4	Family Name	family
    5	Yomi Name	x
    6	Given Name Yomi	pgiven
    7	Additional Name Yomi	pmiddle
    8	Family Name Yomi	pfamily
    9	Name Prefix	prefix
    10	Name Suffix	suffix
    11	Initials	initials
    12	Nickname	nick
    13	Short Name	nick
    14	Maiden Name	maiden
    15	Birthday	bday
    16	Gender	sex
    17	Location	x
    18	Billing Information	x
    19	Directory Server	x
    20	Mileage	x
    21	Occupation	role
    22	Hobby	hobby
    23	Sensitivity	sensitivity
    24	Priority	priority
    25	Subject	x
    26	Notes	note
    27	Language	lang
    28	Photo	photo
    29	Group Membership	cat
    @thunderbird en
    1	First Name	given
    2	Last Name	family
    3	Display Name	full
    4	Nickname	nick
    5	Primary Email	mail!.1
    6	Secondary Email	mail.2
    7	Screen Name	im:aim
    8	Work Phone	tel:work
    9	Home Phone	tel:home
    10	Fax Number	tel:fax
    11	Pager Number	tel:pager
    12	Mobile Number	tel:cell
    13	Home Address	adr.home.street
    14	Home Address 2	adr.home.extended
    15	Home City	adr.home.city
    16	Home State	adr.home.region
    17	Home ZipCode	adr.home.code
    18	Home Country	adr.home.country
    19	Work Address	adr.work.street
    20	Work Address 2	adr.work.extended
    21	Work City	adr.work.city
    22	Work State	adr.work.region
    23	Work ZipCode	adr.work.code
    24	Work Country	adr.work.country
    25	Job Title	title
    26	Department	unit
    27	Organization	org
    28	Web Page 1	url:work
    29	Web Page 2	url:home
    30	Birth Year	byear
    31	Birth Month	bmonth
    32	Birth Day	bday.day
    33	Custom 1	x
    34	Custom 2	x
    35	Custom 3	x
    36	Custom 4	x
    37	Notes	note
    @thunderbird de
    0	Anzeigename	full
    0	Spitzname	nick
    0	Primäre E-Mail-Adresse	mail!.1
    0	Sekundäre E-Mail-Adresse	mail.2
    0	Tel. dienstlich	tel:work
    0	Fax-Nummer	tel:fax
    0	Pager-Nummer	tel:pager
    0	Mobil-Tel.-Nr.	tel:cell
    0	Privat: Adresse	adr.home.street
    0	Privat: Land	adr.home.country
    0	Privat: PLZ	adr.home.code
    0	Dienstlich: Adresse	adr.work.street
    0	Dienstlich: Land	adr.work.country
    0	Dienstlich: PLZ	adr.work.code
    0	Organisation	org
    0	Webseite 1	url:work
    0	Webseite 2	url:home
    0	Geburtsjahr	byear
    0	Geburtsmonat	bmonth
    0	Geburtstag	bday.day
    @thunderbird fr
    0	Nom à afficher	full
    0	Surnom	nick
    0	Adresse électronique principale	mail!.1
    0	Adresse électronique secondaire	mail.2
    0	Tél. professionnel	tel:work
    0	Fax	tel:fax
    0	Portable	tel:cell
    0	Adresse privée	adr.home.street
    0	Adresse professionnelle	adr.work.street
    0	Site Web 1	url:work
    0	Site Web 2	url:home
    0	Année de naissance	byear
    0	Mois	bmonth
    0	Jour	bday.day
    @thunderbird es
    0	Nombre en pantalla	full
    0	Apodo	nick
    0	Dirección de correo electrónico principal	mail!.1
    0	Dirección de correo electrónico secundaria	mail.2
    0	Teléfono (Trabajo)	tel:work
    0	Fax	tel:fax
    0	Buscapersonas	tel:pager
    0	Teléfono móvil	tel:cell
    0	Dirección personal	adr.home.street
    0	País de residencia	adr.home.country
    0	Código postal	adr.home.code
    0	Dirección de trabajo	adr.work.street
    0	País (Trabajo)	adr.work.country
    0	Código postal (Trabajo)	adr.work.code
    0	Organización	org
    0	Página web 1	url:work
    0	Página web 2	url:home
    0	Año de nacimiento	byear
    0	Mes de nacimiento	bmonth
    0	Día de nacimiento	bday.day
    @thunderbird it
    0	Nome	given
    0	Cognome	family
    0	Nome visualizzato	full
    0	Soprannome	nick
    0	Email primaria	mail!.1
    0	Email secondaria	mail.2
    0	Nome Instant Messenger	im:aim
    0	Telefono lavoro	tel:work
    0	Telefono casa	tel:home
    0	Numero fax	tel:fax
    0	Numero cercapersone	tel:pager
    0	Numero cellulare	tel:cell
    0	Indirizzo di casa	adr.home.street
    0	Indirizzo di casa 2	adr.home.extended
    0	Città di residenza	adr.home.city
    0	Provincia di residenza	adr.home.region
    0	CAP di residenza	adr.home.code
    0	Nazione di residenza	adr.home.country
    0	Indirizzo di lavoro	adr.work.street
    0	Indirizzo di lavoro 2	adr.work.extended
    0	Città di lavoro	adr.work.city
    0	Provincia di lavoro	adr.work.region
    0	CAP di lavoro	adr.work.code
    0	Nazione di lavoro	adr.work.country
    0	Qualifica	title
    0	Reparto	unit
    0	Organizzazione	org
    0	Pagina web 1	url:work
    0	Pagina web 2	url:home
    0	Anno di nascita	byear
    0	Mese di nascita	bmonth
    0	Giorno di nascita	bday.day
    0	Personalizzato 1	x
    0	Personalizzato 2	x
    0	Personalizzato 3	x
    0	Personalizzato 4	x
    0	Note	note
    @thunderbird ru
    0	Имя	given
    0	Фамилия	family
    0	Отображаемое имя	full
    0	Псевдоним	nick
    0	Адрес электронной почты	mail!.1
    0	Альтернативный адрес электронной почты	mail.2
    0	Рабочий телефон	tel:work
    0	Номер факса	tel:fax
    0	Номер пейджера	tel:pager
    0	Номер сотового телефона	tel:cell
    0	Адрес	adr.home.street
    0	Город	adr.home.city
    0	Штат	adr.home.region
    0	Почтовый индекс	adr.home.code
    0	Страна	adr.home.country
    0	Адрес (раб.)	adr.work.street
    0	Город (раб.)	adr.work.city
    0	Штат (раб.)	adr.work.region
    0	Почтовый индекс (раб.)	adr.work.code
    0	Страна (раб.)	adr.work.country
    0	Организация	org
    0	Веб-страница 1	url:work
    0	Веб-страница 2	url:home
    0	Год рождения	byear
    0	Месяц рождения	bmonth
    0	День рождения	bday.day
    0	Заметки	note
    @thunderbird pt-BR
    0	Mostrar nome	full
    0	Apelido	nick
    0	E-mail primário	mail!.1
    0	E-mail secundário	mail.2
    0	Fone de trabalho	tel:work
    0	Número de Fax	tel:fax
    0	Número do Pager	tel:pager
    0	Celular	tel:cell
    0	Endereço de casa	adr.home.street
    0	País de casa	adr.home.country
    0	CEP de casa	adr.home.code
    0	Endereço de trabalho	adr.work.street
    0	País de trabalho	adr.work.country
    0	CEP de trabalho	adr.work.code
    0	Organização	org
    0	Ano de nascimento	byear
    0	Mês de nascimento	bmonth
    0	Dia de nascimento	bday.day
    @thunderbird nl
    0	Voornaam	given
    0	Achternaam	family
    0	Weergavenaam	full
    0	Webpagina 1	url:work
    0	Werkplaats	adr.work.city
    0	Werkland	adr.work.country
    0	Werkprovincie	adr.work.region
    0	Provincie	adr.home.region
    0	Geboortejaar	byear
    0	Geboortemaand	bmonth
    0	Geboortedag	bday.day
    @thunderbird zh-TW
    0	姓	family
    0	名	given
    0	顯示名稱	full
    0	暱稱	nick
    0	主要 Email	mail!.1
    0	次要 Email	mail.2
    0	傳真號碼	tel:fax
    0	呼叫器號碼	tel:pager
    0	手機號碼	tel:cell
    0	住家住址	adr.home.street
    0	居住市鎮	adr.home.city
    0	居住縣市	adr.home.region
    0	住址郵遞區號	adr.home.code
    0	居住國家	adr.home.country
    0	商務地址	adr.work.street
    0	商務市鎮	adr.work.city
    0	商務縣市	adr.work.region
    0	商務郵遞區號	adr.work.code
    0	商務國家	adr.work.country
    0	網頁 1	url:work
    0	網頁 2	url:home
    0	生日 (年)	byear
    0	生日 (月)	bmonth
    0	生日 (日)	bday.day
    @yahoo en-US
    1	First	given
    2	Middle	middle
    3	Last	family
    4	Nickname	nick
    5	Email	mail.1
    6	Category	cat
    7	Distribution Lists	x
    8	Messenger ID	im:ymsgr
    9	Home	tel:home
    10	Work	tel:work
    11	Pager	tel:pager
    12	Fax	tel:fax
    13	Mobile	tel:cell
    14	Other	tel=Other
    15	Yahoo! Phone	tel=Yahoo
    16	Primary	x
    17	Alternate Email 1	mail.2
    18	Alternate Email 2	mail.3
    19	Personal Website	url:home
    20	Business Website	url:work
    21	Title	title
    22	Company	org
    23	Work Address	adr.work.street
    24	Work City	adr.work.city
    25	Work State	adr.work.region
    26	Work ZIP	adr.work.code
    27	Work Country	adr.work.country
    28	Home Address	adr.home.street
    29	Home City	adr.home.city
    30	Home State	adr.home.region
    31	Home ZIP	adr.home.code
    32	Home Country	adr.home.country
    33	Birthday	bday/mdy
    34	Anniversary	anniv/mdy
    35	Custom 1	x
    36	Custom 2	x
    37	Custom 3	x
    38	Comments	note
    39	Messenger ID1	im
    40	Messenger ID2	im
    41	Messenger ID3	im
    42	Messenger ID4	im
    43	Messenger ID5	im
    44	Messenger ID6	im
    45	Messenger ID7	im
    46	Messenger ID8	im
    47	Messenger ID9	im
    48	Skype ID	im:skype
    49	IRC ID	im:irc
    50	ICQ ID	im:icq
    51	Google ID	im:gtalk
    52	MSN ID	im:msnim
    53	AIM ID	im:aim
    54	QQ ID	im:qq
    @yahoo en
    0	Yahoo! ID	im:ymsgr
    0	Custom 4	x
    @yahoo en-GB
    0	Work County	adr.work.region
    0	Work Post Code	adr.work.code
    0	Home Town	adr.home.city
    0	Home County	adr.home.region
    0	Home Post Code	adr.home.code
    @linkedin en
    1	First Name	given
    2	Last Name	family
    3	URL	url
    4	Email Address	mail.1
    5	Company	org
    6	Position	title
    7	Connected On	x
    @kaddressbook en
    1	Formatted Name	full
    2	Honorific Prefixes	prefix
    3	Given Name	given
    4	Additional Names	middle
    5	Family Name	family
    6	Honorific Suffixes	suffix
    7	Nick Name	nick
    8	Birthday	bday
    9	Anniversary	anniv
    10	EMail (preferred)	mail!.1
    11	EMail (2)	mail.2
    12	EMail (3)	mail.3
    13	EMail (4)	mail.4
    14	Home Address Street	adr.home.street
    15	Home Address Post Office Box	adr.home.pobox
    16	Home Address City	adr.home.city
    17	Home Address State	adr.home.region
    18	Home Address Zip Code	adr.home.code
    19	Home Address Country	adr.home.country
    20	Home Address Label	adr.home.full
    21	Business Address Street	adr.work.street
    22	Business Address Post Office Box	adr.work.pobox
    23	Business Address City	adr.work.city
    24	Business Address State	adr.work.region
    25	Business Address Zip Code	adr.work.code
    26	Business Address Country	adr.work.country
    27	Business Address Label	adr.work.full
    28	Home Phone	tel:home
    29	Business Phone	tel:work
    30	Mobile Phone	tel:cell
    31	Home Fax	tel:fax,home
    32	Business Fax	tel:fax,work
    33	Car Phone	tel:car
    34	ISDN	tel:isdn
    35	Pager	tel:pager
    36	Mail Client	x
    37	Title	title
    38	Role	role
    39	Organization	org
    40	Note	note
    41	Homepage	url
    42	Blog Feed	url=Blog Feed
    43	Profession	role
    44	Office	x
    45	Manager	rel=Manager
    46	Assistant	rel=Assistant
    47	Spouse	rel:spouse
    @evolution en
    1	name_title	prefix
    2	given_name	given
    3	middle_name	middle
    4	family_name	family
    5	name_suffix	suffix
    6	full_name	full
    7	nickname	nick
    8	email_1	mail.1
    9	email_2	mail.2
    10	email_3	mail.3
    11	email_4	mail.4
    12	wants_html	x
    13	business_phone	tel:work
    14	home_phone	tel:home
    15	business_fax	tel:fax,work
    16	pager	tel:pager
    17	mobile_phone	tel:cell
    18	Home Address	adr.home.street
    19	Home Address2	adr.home.extended
    20	Home Address City	adr.home.city
    21	Home Address State	adr.home.region
    22	Home Address PostCode	adr.home.code
    23	Home Address Country	adr.home.country
    24	Business Address	adr.work.street
    25	Business Address2	adr.work.extended
    26	Business Address City	adr.work.city
    27	Business Address State	adr.work.region
    28	Business Address PostCode	adr.work.code
    29	Business Address Country	adr.work.country
    30	title	title
    31	office	x
    32	org	org
    33	homepage_url	url
    34	caluri	calendar
    35	Birth Year	byear
    36	Birth Month	bmonth
    37	Birth Day	bday.day
    38	note	note
    @abook en
    1	NAME	full
    2	EMAIL	mail,
    3	ADDRESS	adr.any.street
    4	ADDRESS2	adr.any.extended
    5	CITY	adr.any.city
    6	STATE	adr.any.region
    7	ZIP	adr.any.code
    8	COUNTRY	adr.any.country
    9	PHONE	tel:home
    10	WORKPHONE	tel:work
    11	FAX	tel:fax
    12	MOBILEPHONE	tel:cell
    13	NICK	nick
    14	URL	url
    15	NOTES	note
    16	ANNIVERSARY	anniv
    17	GROUPS	cat,
    @windows en
    1	First Name	given
    2	Last Name	family
    3	Middle Name	middle
    4	Name	full
    5	Nickname	nick
    6	E-mail Address	mail.1
    7	Home Street	adr.home.street
    8	Home City	adr.home.city
    9	Home Postal Code	adr.home.code
    10	Home State	adr.home.region
    11	Home Country/Region	adr.home.country
    12	Home Phone	tel:home
    13	Home Fax	tel:fax,home
    14	Mobile Phone	tel:cell
    15	Personal Web Page	url:home
    16	Business Street	adr.work.street
    17	Business City	adr.work.city
    18	Business Postal Code	adr.work.code
    19	Business State	adr.work.region
    20	Business Country/Region	adr.work.country
    21	Business Web Page	url:work
    22	Business Phone	tel:work
    23	Business Fax	tel:fax,work
    24	Pager	tel:pager
    25	Company	org
    26	Job Title	title
    27	Department	unit
    28	Office Location	x
    29	Notes	note
    @generic en
    0	Date of Birth	bday
    0	Email	mail.1
    0	Home Mobile	tel:cell,home
    0	Home Zip	adr.home.code
    0	Info	note
    0	User Photo	photo
    0	URL	url
    0	Work City	adr.work.city
    0	Work Company	org
    0	Work Dept	unit
    0	Work Fax	tel:fax,work
    0	Work Mobile	tel:cell,work
    0	Work State	adr.work.region
    0	Work Title	title
    0	Work Zip	adr.work.code
    0	Group	cat
    0	Groups	cat
    0	Email Home	mail:home
    0	Email Work	mail:work
    0	Email Other	mail=Other
    0	Phone Video	tel:video
    0	Maiden Name	maiden
    0	IM Aim	im:aim
    0	IM Icq	im:icq
    0	IM Jabber	im:xmpp
    0	IM Msn	im:msnim
    0	IM Skype	im:skype
    0	IM Yahoo	im:ymsgr
    0	Website Blog	url=Blog
    0	Website Home Page	url=Home Page
    0	Website Other	url=Other
    0	Website Profile	url=Profile
    0	Website Work	url:work
    @mailchimp en
    1	Email Address	mail.1
    2	First Name	given
    3	Last Name	family
    4	Address	adr.any.full
    5	Phone Number	tel
    6	Birthday	bday/md
    7	MEMBER_RATING	x
    8	OPTIN_TIME	x
    9	OPTIN_IP	x
    10	CONFIRM_TIME	x
    11	CONFIRM_IP	x
    12	LATITUDE	x
    13	LONGITUDE	x
    14	GMTOFF	x
    15	DSTOFF	x
    16	TIMEZONE	x
    17	CC	x
    18	REGION	x
    19	LAST_CHANGED	x
    20	LEID	x
    21	EUID	x
    22	NOTES	note
    23	TAGS	cat,
    @hubspot en
    0	Record ID	x
    0	First Name	given
    0	Last Name	family
    0	Email	mail.1
    0	Phone Number	tel
    0	Contact owner	x
    0	Lead Status	x
    0	Lifecycle Stage	x
    0	Create Date	x
    0	Job Title	title
    0	Company Name	org
    0	Associated Company	org
    0	Country/Region	adr.any.country
    @salesforce en
    0	Salutation	prefix
    0	First Name	given
    0	Last Name	family
    0	Title	title
    0	Account Name	org
    0	Mailing Street	adr.work.street
    0	Mailing City	adr.work.city
    0	Mailing State/Province	adr.work.region
    0	Mailing Zip/Postal Code	adr.work.code
    0	Mailing Country	adr.work.country
    0	Phone	tel:work
    0	Mobile	tel:cell
    0	Fax	tel:fax,work
    0	Email	mail.1
    0	Account Owner	x
    0	Contact Owner	x
    0	Lead Source	x
    @salesforce-api en
    0	Id	x
    0	AccountId	x
    0	IsDeleted	x
    0	MasterRecordId	x
    0	LastName	family
    0	FirstName	given
    0	Salutation	prefix
    0	MiddleName	middle
    0	Suffix	suffix
    0	Name	full
    0	OtherStreet	adr.other.street
    0	OtherCity	adr.other.city
    0	OtherState	adr.other.region
    0	OtherPostalCode	adr.other.code
    0	OtherCountry	adr.other.country
    0	MailingStreet	adr.work.street
    0	MailingCity	adr.work.city
    0	MailingState	adr.work.region
    0	MailingPostalCode	adr.work.code
    0	MailingCountry	adr.work.country
    0	Phone	tel:work
    0	Fax	tel:fax,work
    0	MobilePhone	tel:cell
    0	HomePhone	tel:home
    0	OtherPhone	tel=Other
    0	AssistantPhone	tel=Assistant
    0	ReportsToId	rel
    0	Email	mail.1
    0	Title	title
    0	Department	unit
    0	AssistantName	rel=Assistant
    0	LeadSource	x
    0	Birthdate	bday
    0	Description	note
    0	OwnerId	x
    0	CreatedDate	x
    0	LastModifiedDate	x
    @zoho en
    0	Contact Owner	x
    0	Lead Source	x
    0	First Name	given
    0	Last Name	family
    0	Account Name	org
    0	Email	mail.1
    0	Secondary Email	mail.2
    0	Title	title
    0	Department	unit
    0	Phone	tel:work
    0	Home Phone	tel:home
    0	Other Phone	tel=Other
    0	Mobile	tel:cell
    0	Fax	tel:fax
    0	Date of Birth	bday
    0	Assistant	rel=Assistant
    0	Asst Phone	tel=Assistant
    0	Skype ID	im:skype
    0	Twitter	im:twitter
    0	Mailing Street	adr.work.street
    0	Mailing City	adr.work.city
    0	Mailing State	adr.work.region
    0	Mailing Zip	adr.work.code
    0	Mailing Country	adr.work.country
    0	Description	note
    0	Tag	cat
    @thunderbird de
    0	Tel. privat	tel:home
    0	Messenger-Name	im:aim
    0	Privat: Adresse 2	adr.home.extended
    0	Privat: Ort	adr.home.city
    0	Privat: Bundesland	adr.home.region
    0	Dienstlich: Adresse 2	adr.work.extended
    0	Dienstlich: Ort	adr.work.city
    0	Dienstlich: Bundesland	adr.work.region
    0	Arbeitstitel	title
    0	Abteilung	unit
    0	Benutzerdef. 1	x
    0	Benutzerdef. 2	x
    0	Benutzerdef. 3	x
    0	Benutzerdef. 4	x
    0	Notizen	note
    0	Vorname	given
    0	Nachname	family
    @thunderbird en
    0	Home Address2	adr.home.extended
    0	Home Zipcode	adr.home.code
    0	Home Zip	adr.home.code
    0	Work Address2	adr.work.extended
    0	Work Zip	adr.work.code
    @thunderbird fi
    0	Etunimi	given
    0	Sukunimi	family
    0	Näytettävä nimi	full
    0	Näyttönimi	full
    0	Lempinimi	nick
    0	Ensisijainen sähköposti	mail!.1
    0	Toissijainen sähköposti	mail.2
    0	Chat-nimi	im:aim
    0	Työpuhelin	tel:work
    0	Kotipuhelin	tel:home
    0	Faksin numero	tel:fax
    0	Faksinumero	tel:fax
    0	Hakulaitteen numero	tel:pager
    0	Matkapuhelinnumero	tel:cell
    0	Kotiosoite	adr.home.street
    0	Kotiosoite 2	adr.home.extended
    0	Kotikaupunki	adr.home.city
    0	Kotilääni	adr.home.region
    0	Kodin postinumero	adr.home.code
    0	Kotimaa	adr.home.country
    0	Työosoite	adr.work.street
    0	Työosoite 2	adr.work.extended
    0	Työkaupunki	adr.work.city
    0	Työlääni	adr.work.region
    0	Työpostinumero	adr.work.code
    0	Työn postinumero	adr.work.code
    0	Työmaa	adr.work.country
    0	Työnimike	title
    0	Osasto	unit
    0	Järjestö	org
    0	Verkkosivu 1	url:work
    0	Verkkosivu 2	url:home
    0	Syntymävuosi	byear
    0	Syntymäkuukausi	bmonth
    0	Syntymäpäivä	bday.day
    0	Muistiinpanot	note
    @thunderbird ja
    0	名	given
    0	姓	family
    0	表示名	full
    0	ニックネーム	nick
    0	優先メールアドレス	mail!.1
    0	別のメールアドレス	mail.2
    0	勤務先電話番号	tel:work
    0	自宅電話番号	tel:home
    0	携帯電話番号	tel:cell
    0	組織	org
    0	部門	unit
    0	メモ	note
    0	誕生年	byear
    0	誕生月	bmonth
    0	誕生日	bday.day
    @thunderbird sv
    0	Förnamn	given
    0	Efternamn	family
    0	Visningsnamn	full
    0	Smeknamn	nick
    0	Primär e-post	mail!.1
    0	Primär e-postadress	mail!.1
    0	Sekundär e-post	mail.2
    0	Sekundär e-postadress	mail.2
    0	Arbetstelefon	tel:work
    0	Hemtelefon	tel:home
    0	Faxnummer	tel:fax
    0	Personsökare	tel:pager
    0	Mobilnummer	tel:cell
    0	Hemadress	adr.home.street
    0	Hemadress 2	adr.home.extended
    0	Arbetsadress	adr.work.street
    0	Arbetsadress 2	adr.work.extended
    0	Avdelning	unit
    0	Organisation	org
    0	Befattning	title
    0	Födelseår	byear
    0	Födelsemånad	bmonth
    0	Födelsedag	bday.day
    0	Anteckningar	note
    @thunderbird pl
    0	Nazwa wyświetlana	full
    0	Pseudonim	nick
    0	Podstawowy adres e-mail	mail!.1
    0	Dodatkowy adres e-mail	mail.2
    0	Numer komórkowy	tel:cell
    0	Rok urodzenia	byear
    0	Miesiąc urodzenia	bmonth
    0	Dzień urodzenia	bday.day
    @thunderbird es
    0	Nombre mostrado	full
    0	Mostrar como	full
    0	Apodo	nick
    0	Correo principal	mail!.1
    0	Correo electrónico principal	mail!.1
    0	Correo secundario	mail.2
    0	Correo electrónico secundario	mail.2
    0	Año de nacimiento	byear
    0	Mes de nacimiento	bmonth
    0	Día de nacimiento	bday.day
    @yahoo en-US
    0	First Name	given
    0	Last Name	family
    0	Middle Name	middle
    0	Home Phone	tel:home
    0	Work Phone	tel:work
    @windows de
    0	Vorname	given
    0	Nachname	family
    0	2. Vorname	middle
    0	Name	full
    0	Spitzname	nick
    0	E-Mail-Adresse	mail.1
    0	Straße (privat)	adr.home.street
    0	Ort (privat)	adr.home.city
    0	Postleitzahl (privat)	adr.home.code
    0	Bundesland (privat)	adr.home.region
    0	Land/Region (privat)	adr.home.country
    0	Telefon (privat)	tel:home
    0	Fax (privat)	tel:fax,home
    0	Mobiltelefon	tel:cell
    0	Webseite (privat)	url:home
    0	Straße (geschäftlich)	adr.work.street
    0	Ort (geschäftlich)	adr.work.city
    0	Postleitzahl (geschäftlich)	adr.work.code
    0	Bundesland (geschäftlich)	adr.work.region
    0	Land/Region (geschäftlich)	adr.work.country
    0	Webseite (geschäftlich)	url:work
    0	Telefon (geschäftlich)	tel:work
    0	Fax (geschäftlich)	tel:fax,work
    0	Pager	tel:pager
    0	Firma	org
    0	Position	title
    0	Abteilung	unit
    0	Büro	x
    0	Notizen	note
    @outlook en
    0	Business Country	adr.work.country
    0	Home Country	adr.home.country
    0	Other Country	adr.other.country
    0	Home Address	adr.home.full
    0	Business Address	adr.work.full
    0	Other Address	adr.other.full
    @generic en
    0	Name	full
    0	Full Name	full
    0	Fullname	full
    0	Display Name	full
    0	Displayname	full
    0	Contact Name	full
    0	Contact	full
    0	Person	full
    0	File As	full
    0	FN	full
    0	First Name	given
    0	Firstname	given
    0	Given Name	given
    0	Givenname	given
    0	Forename	given
    0	First	given
    0	n given	given
    0	cp givenname	given
    0	Last Name	family
    0	Lastname	family
    0	Surname	family
    0	Family Name	family
    0	Last	family
    0	n family	family
    0	cp name	family
    0	Middle Name	middle
    0	Middlename	middle
    0	Additional Name	middle
    0	Middle	middle
    0	n middle	middle
    0	Prefix	prefix
    0	Name Prefix	prefix
    0	Salutation	prefix
    0	Honorific	prefix
    0	n prefix	prefix
    0	cp title	prefix
    0	Suffix	suffix
    0	Name Suffix	suffix
    0	n suffix	suffix
    0	Nickname	nick
    0	Nick Name	nick
    0	Nick	nick
    0	Alias	nick
    0	E-mail Address	mail
    0	Email	mail
    0	Emailaddress	mail
    0	E-mails	mail
    0	Mail	mail
    0	Mail Address	mail
    0	Email 1	mail
    0	Email 2	mail
    0	Email 3	mail
    0	Email Address 1	mail
    0	Email Address 2	mail
    0	E-mail 2	mail
    0	Primary Email	mail
    0	Secondary Email	mail
    0	E-mail 1 - Value	mail
    0	Other Email	mail
    0	Home Email	mail:home
    0	Personal Email	mail:home
    0	Private Email	mail:home
    0	email home	mail:home
    0	Work Email	mail:work
    0	Business Email	mail:work
    0	Company Email	mail:work
    0	Office Email	mail:work
    0	cp email	mail:work
    0	Phone	tel
    0	Phone Number	tel
    0	Phonenumber	tel
    0	Phones	tel
    0	Telephone	tel
    0	Telephone Number	tel
    0	Tel	tel
    0	Tel.	tel
    0	Phone 1	tel
    0	Phone 2	tel
    0	Phone 3	tel
    0	Main Phone	tel
    0	Number	tel
    0	Mobile	tel:cell
    0	Mobile Number	tel:cell
    0	Mobile Phone	tel:cell
    0	Mobilephone	tel:cell
    0	Cell	tel:cell
    0	Cell Phone	tel:cell
    0	Cellphone	tel:cell
    0	Cellular	tel:cell
    0	tel cell	tel:cell
    0	cp mobile1	tel:cell
    0	cp mobile2	tel:cell
    0	Home Phone	tel:home
    0	Home Telephone	tel:home
    0	Phone Home	tel:home
    0	Phone (Home)	tel:home
    0	tel home	tel:home
    0	Home	tel:home
    0	Work Phone	tel:work
    0	Business Phone	tel:work
    0	Office Phone	tel:work
    0	Phone Work	tel:work
    0	Phone (Work)	tel:work
    0	tel work	tel:work
    0	Work	tel:work
    0	cp phone1	tel:work
    0	cp phone2	tel:work
    0	Fax	tel:fax
    0	Fax Number	tel:fax
    0	Telefax	tel:fax
    0	Business Fax	tel:fax,work
    0	tel fax	tel:fax,work
    0	cp fax	tel:fax,work
    0	Home Fax	tel:fax,home
    0	tel fax home	tel:fax,home
    0	tel cell private	tel:cell,home
    0	Pager	tel:pager
    0	Company	org
    0	Company Name	org
    0	Organization	org
    0	Organisation	org
    0	Organization Name	org
    0	Employer	org
    0	Business	org
    0	Firm	org
    0	org name	org
    0	Department	unit
    0	Dept	unit
    0	Division	unit
    0	org unit	unit
    0	department 1	unit
    0	Title	title
    0	Job Title	title
    0	Jobtitle	title
    0	Position	title
    0	Job	title
    0	Role	role
    0	Profession	role
    0	Occupation	role
    0	Street	adr.any.street
    0	Street Address	adr.any.street
    0	Address	adr.any.street
    0	Address 1	adr.any.street
    0	Address Line 1	adr.any.street
    0	Address1	adr.any.street
    0	Street 2	adr.any.street2
    0	Address 2	adr.any.street2
    0	Address Line 2	adr.any.street2
    0	Address2	adr.any.street2
    0	City	adr.any.city
    0	Town	adr.any.city
    0	Locality	adr.any.city
    0	State	adr.any.region
    0	Region	adr.any.region
    0	Province	adr.any.region
    0	County	adr.any.region
    0	State/Province	adr.any.region
    0	Zip	adr.any.code
    0	Zip Code	adr.any.code
    0	Zipcode	adr.any.code
    0	Postal Code	adr.any.code
    0	Postalcode	adr.any.code
    0	Postcode	adr.any.code
    0	Post Code	adr.any.code
    0	Zip/Postal Code	adr.any.code
    0	Country	adr.any.country
    0	Country/Region	adr.any.country
    0	PO Box	adr.any.pobox
    0	P.O. Box	adr.any.pobox
    0	Business Address	adr.work.street
    0	Work Address	adr.work.street
    0	Work Street	adr.work.street
    0	adr one street	adr.work.street
    0	adr one street2	adr.work.street2
    0	Business City	adr.work.city
    0	Work City	adr.work.city
    0	adr one locality	adr.work.city
    0	adr one region	adr.work.region
    0	adr one postalcode	adr.work.code
    0	Work Postal Code	adr.work.code
    0	Work Country	adr.work.country
    0	adr one countryname	adr.work.country
    0	Home Address	adr.home.street
    0	adr two street	adr.home.street
    0	adr two street2	adr.home.street2
    0	adr two locality	adr.home.city
    0	adr two region	adr.home.region
    0	adr two postalcode	adr.home.code
    0	adr two countryname	adr.home.country
    0	Birthday	bday
    0	Birth Date	bday
    0	Birthdate	bday
    0	Date of Birth	bday
    0	DOB	bday
    0	bday	bday
    0	Born	bday
    0	Anniversary	anniv
    0	Wedding Anniversary	anniv
    0	Note	note
    0	Notes	note
    0	Comment	note
    0	Comments	note
    0	Remarks	note
    0	Description	note
    0	Website	url
    0	Web Page	url
    0	Webpage	url
    0	Web	url
    0	Homepage	url
    0	Web Site	url
    0	URL	url
    0	Web Address	url
    0	Categories	cat
    0	Category	cat
    0	Labels	cat
    0	Label	cat
    0	Tag	cat
    0	Tags	cat
    0	Gender	sex
    0	Sex	sex
    0	Spouse	rel:spouse
    0	Partner	rel:spouse
    0	UID	uid
    @generic de
    0	Name	full
    0	Anzeigename	full
    0	Vollständiger Name	full
    0	Kontakt	full
    0	Vorname	given
    0	Nachname	family
    0	Familienname	family
    0	Zuname	family
    0	Anrede	prefix
    0	Titel	prefix
    0	Spitzname	nick
    0	E-Mail	mail
    0	E-Mail-Adresse	mail
    0	Mailadresse	mail
    0	E-Mailadresse	mail
    0	Telefon	tel
    0	Telefonnummer	tel
    0	Tel	tel
    0	Tel.	tel
    0	Rufnummer	tel
    0	Festnetz	tel
    0	Mobil	tel:cell
    0	Handy	tel:cell
    0	Mobiltelefon	tel:cell
    0	Mobilnummer	tel:cell
    0	Handynummer	tel:cell
    0	Telefon privat	tel:home
    0	Telefon (privat)	tel:home
    0	Telefon geschäftlich	tel:work
    0	Telefon (geschäftlich)	tel:work
    0	Telefon dienstlich	tel:work
    0	Fax	tel:fax
    0	Faxnummer	tel:fax
    0	Firma	org
    0	Organisation	org
    0	Unternehmen	org
    0	Abteilung	unit
    0	Position	title
    0	Funktion	title
    0	Straße	adr.any.street
    0	Strasse	adr.any.street
    0	Straße und Hausnummer	adr.any.street
    0	Adresse	adr.any.street
    0	Anschrift	adr.any.street
    0	Ort	adr.any.city
    0	Stadt	adr.any.city
    0	Wohnort	adr.any.city
    0	PLZ	adr.any.code
    0	Postleitzahl	adr.any.code
    0	Bundesland	adr.any.region
    0	Kanton	adr.any.region
    0	Land	adr.any.country
    0	Geburtstag	bday
    0	Geburtsdatum	bday
    0	Notiz	note
    0	Notizen	note
    0	Bemerkung	note
    0	Bemerkungen	note
    0	Kommentar	note
    0	Webseite	url
    0	Homepage	url
    0	Kategorie	cat
    0	Kategorien	cat
    0	Gruppe	cat
    0	Gruppen	cat
    @generic fr
    0	Prénom	given
    0	Nom	family
    0	Nom de famille	family
    0	Nom complet	full
    0	E-mail	mail
    0	Courriel	mail
    0	Adresse e-mail	mail
    0	Adresse électronique	mail
    0	Mél	mail
    0	Téléphone	tel
    0	Tél	tel
    0	Tél.	tel
    0	Numéro de téléphone	tel
    0	Portable	tel:cell
    0	Mobile	tel:cell
    0	Téléphone portable	tel:cell
    0	Société	org
    0	Entreprise	org
    0	Organisation	org
    0	Fonction	title
    0	Poste	title
    0	Adresse	adr.any.street
    0	Rue	adr.any.street
    0	Ville	adr.any.city
    0	Code postal	adr.any.code
    0	Pays	adr.any.country
    0	Date de naissance	bday
    0	Anniversaire	bday
    0	Note	note
    0	Notes	note
    0	Remarques	note
    0	Commentaires	note
    0	Site web	url
    0	Site internet	url
    0	Catégories	cat
    0	Groupes	cat
    @generic es
    0	Nombre	given
    0	Apellido	family
    0	Apellidos	family
    0	Nombre completo	full
    0	Correo	mail
    0	Correo electrónico	mail
    0	Dirección de correo	mail
    0	Teléfono	tel
    0	Tel	tel
    0	Número de teléfono	tel
    0	Móvil	tel:cell
    0	Celular	tel:cell
    0	Teléfono móvil	tel:cell
    0	Empresa	org
    0	Compañía	org
    0	Organización	org
    0	Puesto	title
    0	Cargo	title
    0	Dirección	adr.any.street
    0	Calle	adr.any.street
    0	Ciudad	adr.any.city
    0	Localidad	adr.any.city
    0	Provincia	adr.any.region
    0	Código postal	adr.any.code
    0	País	adr.any.country
    0	Cumpleaños	bday
    0	Fecha de nacimiento	bday
    0	Notas	note
    0	Comentarios	note
    0	Página web	url
    0	Sitio web	url
    0	Categorías	cat
    0	Grupos	cat
    @generic it
    0	Nome	given
    0	Cognome	family
    0	Nome completo	full
    0	E-mail	mail
    0	Indirizzo e-mail	mail
    0	Posta elettronica	mail
    0	Telefono	tel
    0	Cellulare	tel:cell
    0	Azienda	org
    0	Società	org
    0	Indirizzo	adr.any.street
    0	Via	adr.any.street
    0	Città	adr.any.city
    0	CAP	adr.any.code
    0	Provincia	adr.any.region
    0	Paese	adr.any.country
    0	Nazione	adr.any.country
    0	Data di nascita	bday
    0	Compleanno	bday
    0	Note	note
    0	Sito web	url
    @generic pt
    0	Nome	given
    0	Primeiro nome	given
    0	Sobrenome	family
    0	Apelido	family
    0	Último nome	family
    0	Nome completo	full
    0	E-mail	mail
    0	Correio eletrônico	mail
    0	Telefone	tel
    0	Celular	tel:cell
    0	Telemóvel	tel:cell
    0	Empresa	org
    0	Endereço	adr.any.street
    0	Morada	adr.any.street
    0	Cidade	adr.any.city
    0	CEP	adr.any.code
    0	Código postal	adr.any.code
    0	Estado	adr.any.region
    0	País	adr.any.country
    0	Aniversário	bday
    0	Data de nascimento	bday
    0	Observações	note
    0	Notas	note
    @generic nl
    0	Voornaam	given
    0	Achternaam	family
    0	Naam	full
    0	Volledige naam	full
    0	E-mail	mail
    0	E-mailadres	mail
    0	Telefoon	tel
    0	Telefoonnummer	tel
    0	Mobiel	tel:cell
    0	Mobiele telefoon	tel:cell
    0	Bedrijf	org
    0	Organisatie	org
    0	Adres	adr.any.street
    0	Straat	adr.any.street
    0	Plaats	adr.any.city
    0	Woonplaats	adr.any.city
    0	Postcode	adr.any.code
    0	Land	adr.any.country
    0	Geboortedatum	bday
    0	Verjaardag	bday
    0	Notities	note
    0	Opmerkingen	note
    @generic sv
    0	Förnamn	given
    0	Efternamn	family
    0	Namn	full
    0	E-post	mail
    0	E-postadress	mail
    0	Telefon	tel
    0	Telefonnummer	tel
    0	Mobil	tel:cell
    0	Mobiltelefon	tel:cell
    0	Företag	org
    0	Adress	adr.any.street
    0	Gatuadress	adr.any.street
    0	Ort	adr.any.city
    0	Stad	adr.any.city
    0	Postnummer	adr.any.code
    0	Födelsedag	bday
    0	Anteckningar	note
    @generic da
    0	Fornavn	given
    0	Efternavn	family
    0	Etternavn	family
    0	Navn	full
    0	E-mail	mail
    0	E-post	mail
    0	Telefon	tel
    0	Mobil	tel:cell
    0	Firma	org
    0	Adresse	adr.any.street
    0	By	adr.any.city
    0	Postnummer	adr.any.code
    0	Postnr.	adr.any.code
    0	Fødselsdag	bday
    0	Fødselsdato	bday
    0	Noter	note
    0	Notater	note
    @generic pl
    0	Imię	given
    0	Nazwisko	family
    0	E-mail	mail
    0	Adres e-mail	mail
    0	Telefon	tel
    0	Numer telefonu	tel
    0	Telefon komórkowy	tel:cell
    0	Komórka	tel:cell
    0	Firma	org
    0	Adres	adr.any.street
    0	Ulica	adr.any.street
    0	Miasto	adr.any.city
    0	Miejscowość	adr.any.city
    0	Kod pocztowy	adr.any.code
    0	Kraj	adr.any.country
    0	Data urodzenia	bday
    0	Urodziny	bday
    0	Uwagi	note
    0	Notatki	note
    @generic cs
    0	Jméno	given
    0	Křestní jméno	given
    0	Příjmení	family
    0	E-mail	mail
    0	E-mailová adresa	mail
    0	Telefon	tel
    0	Mobil	tel:cell
    0	Firma	org
    0	Společnost	org
    0	Ulice	adr.any.street
    0	Adresa	adr.any.street
    0	Město	adr.any.city
    0	PSČ	adr.any.code
    0	Země	adr.any.country
    0	Narozeniny	bday
    0	Datum narození	bday
    0	Poznámka	note
    0	Poznámky	note
    @generic ru
    0	Имя	given
    0	Фамилия	family
    0	Отчество	middle
    0	ФИО	full
    0	Полное имя	full
    0	E-mail	mail
    0	Эл. почта	mail
    0	Электронная почта	mail
    0	Почта	mail
    0	Телефон	tel
    0	Мобильный	tel:cell
    0	Мобильный телефон	tel:cell
    0	Компания	org
    0	Организация	org
    0	Должность	title
    0	Адрес	adr.any.street
    0	Улица	adr.any.street
    0	Город	adr.any.city
    0	Индекс	adr.any.code
    0	Страна	adr.any.country
    0	День рождения	bday
    0	Дата рождения	bday
    0	Примечание	note
    0	Заметки	note
    0	Комментарий	note
    @generic ja
    0	姓	family
    0	氏	family
    0	名	given
    0	氏名	full
    0	名前	full
    0	お名前	full
    0	メール	mail
    0	メールアドレス	mail
    0	Eメール	mail
    0	電子メール	mail
    0	電話	tel
    0	電話番号	tel
    0	携帯	tel:cell
    0	携帯電話	tel:cell
    0	ファックス	tel:fax
    0	会社	org
    0	会社名	org
    0	部署	unit
    0	役職	title
    0	郵便番号	adr.any.code
    0	住所	adr.any.street
    0	都道府県	adr.any.region
    0	国	adr.any.country
    0	誕生日	bday
    0	生年月日	bday
    0	メモ	note
    0	備考	note
    @generic zh-CN
    0	姓名	full
    0	姓	family
    0	名	given
    0	电子邮件	mail
    0	邮箱	mail
    0	电子邮箱	mail
    0	电话	tel
    0	手机	tel:cell
    0	公司	org
    0	职务	title
    0	地址	adr.any.street
    0	邮编	adr.any.code
    0	生日	bday
    0	备注	note
    """##
}
