"""Given names that are common somewhere and not also the name of a tool or an everyday word.

Owns the list, which is only evidence that a sentence speaks of a person ("Anna prefers tabs", unlike "Black
prefers double quotes"): what it lacks costs a missed hint, so names that are also words or products stay out.
"""

from __future__ import annotations

from typing import Final

_NAMES: Final = """
aaron abdul abigail abraham adele adrian adriana agnes ahmed aiko aisha akira alan albert alberto
alejandro alex alexander alexandra alexei alexis alfred alice alicia alina alison allison amanda
amelia amina amir amy ana anastasia andre andrea andreas andrei andrew andy angela anil anita anja
ann anna anne annette anthony antoine anton antonio anya arjun arnold arthur arun asami astrid
audrey ayaka ayumi barbara beatrice ben benjamin bernard beth betty bianca bob boris brandon brenda
brian bridget bruno caitlin camille carla carlos carmen carol carolina caroline caterina catherine
cecilia charles charlotte chen chloe chris christian christina christine christoph christopher cindy
claire clara claudia clemence clemens colin craig cynthia daichi daisuke dan daniel daniela danielle
dave david deborah deepak denis denise dennis derek diana diane diego dieter dimitri dmitri dominic
dominik donna dorothy doug douglas eduardo edward eleanor elena elisabeth elizabeth ella ellen elsa
emil emilia emily emma enrique eric erica erik erika erin esther ethan eugene eva evan evelyn fatima
felipe felix fernando fiona florian francesca francesco francis francisco francois franz freddie
frederic friedrich fumiko gabriel gabriela gabriele gareth gary george georgia gerald gerard gilles
gina giorgio giovanni giulia giuseppe gordon greg gregory greta guido guillaume gunther gustav haley
hana hanna hannah hans harald harry haruka haruki hassan hector heidi heinrich helen helena helga
henri henry hideo hiroko hiroshi holly howard ian ibrahim ingrid irene irina isaac isabel isabella
ivan ivana jacob jacques jaime jakob james jamie jan jana jane janet janice jason javier jean jeff
jeffrey jens jeremy jessica jill jim jin joan joanna joao joe joel johan johanna johannes john
johnny jon jonas jonathan jordi jorge jose josef joseph joshua juan juanita judith juergen julian
julie juliette junko justin jutta kaito kaori karen karim karin karl karolina katarina kate
katharina katherine kathleen katie katrin katya keiko keith kelly ken kenji kenneth kenta kevin kim
klaus koichi kristen kristin kumar kurt kyle larry lars laura lauren laurent leila lena leo leon
leonardo leslie lewis liam lin linda lisa liu lorenzo louis louise luca lucas lucia lucy luis luisa
lukas luke lydia mai makoto malik manuel marc marcel marcello marcin marco marcus margaret maria
mariana marie mario marion marlene marta martha martin martina mary masako masashi mateo mathieu
mathilde matteo matthew matthias maurice max maximilian mayumi mei melanie melissa mia michael
michel michelle michiko miguel mika mike miranda miriam mitsuko mohamed mohammed monica monika
morgan mustafa nadia nadine nanami nancy naomi natalia natalie natasha nate nathan neil nicholas
nick nicola nicolas nicole nikita nikolai nina noah nobuko nora norbert norman olga oliver olivia
omar oscar pablo pamela paolo patricia patrick paul paula pauline pavel pedro peggy peter petra
philip philipp philippe pierre pietro priya rachel rafael raj rajesh ralf ralph ramon raphael ravi
raymond rebecca renate renee ricardo richard rita robert roberta roberto robin roger roland ronald
rosa rosie rudolf russell ruth ryan ryo ryota sabine sachiko sakura salma sam samantha samuel sandra
sanjay santiago sara sarah satoshi scott sean sebastian serena sergei sergio seth sharon sheila
shinji shota silvia simon simone sofia sonia sophia sophie stefan stefania stephan stephanie stephen
steve steven stuart sunil susan susanne suzanne sven svetlana sylvia sylvie takashi takeshi tamara
tanaka tanya tara taro tatiana ted teresa terry theo theodore theresa thomas tiffany tim timothy
tina tobias tom tomas tomoko toshio tracy trevor tyler ulrich ulrike ursula valentina valeria
vanessa vera veronica vijay vincent virginia vivian vladimir walter wang wei wendy werner wilhelm
william wolfgang xavier yan yasmin yoko yosuke yui yuki yuko yumi yusuf yvonne zachary zhang zoe
"""

GIVEN_NAMES: Final = frozenset(_NAMES.split())
"""About 600 given names in lower case, from many languages, in Latin letters."""
