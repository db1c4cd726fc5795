import Cardmill
