import type { Random } from '../random.ts'

/** Who may be named: the women's league has women, everyone else here is a man. */
export type Gender = 'men' | 'women'

/** A person's name and country. */
export type Person = { name: string; country: string }

type Culture = { country: string; men: string[]; women: string[]; surnames: string[] }

const culture = (country: string, men: string, women: string, surnames: string): Culture => ({
  country,
  men: men.split(', '),
  women: women.split(', '),
  surnames: surnames.split(', '),
})

/** Given names and surnames that are usual where they are, put together at random: nobody is meant. */
const CULTURES: readonly Culture[] = [
  culture(
    'United States',
    "Marcus, Tyrell, DeShawn, Caleb, Jamal, Trevor, Dante, Isaiah, Malik, Cole, Ja'Von, Terrence, Andre, Kendrick, Wesley, Quentin, Darnell, Brady, Terrell, Julian, Devonte, Grant, Elijah, Reggie, Shane, Amari, Curtis, Tobias, Lamont, Garrett",
    "Aaliyah, Brianna, Jasmine, Kayla, Destiny, Morgan, Imani, Sydney, Tiana, Paige, Ra'Shell, Camille",
    "Whitlock, Hargrove, Beaumont, Fairley, Okafor-Reed, Lattimore, Dupree, Kincaid, Merriweather, Stokes, Vance, Pettway, O'Dell, Crenshaw, Halloway, Rutledge, Blakely, Tillman, St. Clair, Broadnax, Mayhew, Shelby-Ross, Ellerbee, Youngblood, Marsden, Cartwell, Fontenot, Haverford, Lockridge, Pickering, Standish, Tolliver-Wade, Underhill, Winslow, Abernathy, Brightwell, Coldwater, Delacroix, Easterling, Goodspeed",
  ),
  culture(
    'Spain',
    'Álvaro, Iker, Íñigo, Joan, Nicolás, Martín, Aitor, Óscar, Jaume, Gonzalo, Unai, Rubén',
    'Lucía, Nerea, Inés, Marta, Aitana, Sofía, Leire, Belén',
    'Arrizabal, Peñalosa, Quiroga, Vilanova, Ibáñez, Cañadas, Zubizar, Solís, Bermejo, Llorca, Etxano, Montañés, Carrascal, Ordóñez, Villamor',
  ),
  culture(
    'France',
    'Théo, Loïc, Mathéo, Yanis, Étienne, Gaëtan, Noah, Jérémy, Maël, Amadou, Jean-Marc, Rémi',
    'Chloé, Élodie, Maëlys, Anaïs, Noémie, Léa, Aïssatou, Zoé, Marie-Ange, Océane, Gaëlle, Inès, Clémence, Fatou',
    "Béranger, Lacombe, d'Aubigny, Fontanel, Traoré-Viel, Moreau-Lys, L'Hermitte, Chastain, Delorme, Sissako, Rivière, Cazenave, Le Guen, Bérard, Doucouré-Petit, Vasseur, Montjoie, Peyrolle, N'Dour, Grangier",
  ),
  culture(
    'Italy',
    'Niccolò, Davide, Lorenzo, Tommaso, Gianluca, Ettore, Pietro, Andrea, Riccardo, Matteo',
    'Giulia, Chiara, Beatrice, Martina, Elena, Ilaria',
    "D'Amelio, Fornari, Bellacqua, Santarosa, Pavoni, Dell'Orso, Tredici, Montanari, Squarcia, Lombardelli, Nardò, Ricciuti",
  ),
  culture(
    'Serbia',
    'Nemanja, Stefan, Miloš, Uroš, Vuk, Đorđe, Aleksa, Marko, Luka, Ognjen',
    'Jovana, Milica, Tijana, Sanja, Dunja, Nevena',
    'Radoševac, Živanić, Stojčić, Perunović, Đurkić, Belojević, Vučetin, Mladenić, Čarapić, Kostrić, Lazendić',
  ),
  culture(
    'Slovenia',
    'Žiga, Matic, Jan, Gašper, Rok, Blaž, Anže, Urban',
    'Špela, Nika, Tjaša, Urška, Eva',
    'Podgoršek, Črnilec, Žagarin, Hrastnik, Jezeršek, Vidmarin, Kovačnik, Breznikar',
  ),
  culture(
    'Greece',
    'Nikos, Giorgos, Thanasis, Vangelis, Dimitris, Stelios, Lefteris, Panos',
    'Eleni, Katerina, Despina, Ioanna, Styliani',
    'Karavelis, Mavrogenis, Stathopetros, Lykourias, Argyrakos, Pantelidis-Voss, Kalogridis, Xenarios, Roussidis, Thermakis',
  ),
  culture(
    'Türkiye',
    'Emre, Çağlar, Burak, Ömer, Kağan, Yiğit, Şahin, Tolga',
    'Elif, Ayşe, Büşra, İrem, Gökçe',
    'Kılıçarslan, Demirkol, Yıldızer, Çelikbaş, Öztaşkın, Gündoğar, Akçınar, Türkmenel, Bozdağlı',
  ),
  culture(
    'Lithuania',
    'Domas, Tadas, Rokas, Mantas, Šarūnas, Žygimantas, Paulius, Eimantas',
    'Rūta, Ieva, Gintarė, Kamilė, Justė',
    'Vaitkūnas, Žemgulis, Petrulionis, Kazlonis, Šimkevas, Beržinis, Grigalauskis, Norvaišis, Mažeikonis-Rimša',
  ),
  culture(
    'Germany',
    'Jonas, Moritz, Lukas, Jürgen, Niklas, Björn, Malte, Till',
    'Lena, Svenja, Käthe, Frieda, Jule',
    'Brückmann, Hölzer, Weißgerber, Steinhoff, Grünwald-Otte, Tiedemann, Oßwald, Krähenbühl, Falkenrath, von Ahrn',
  ),
  culture(
    'Poland',
    'Łukasz, Michał, Bartosz, Krzysztof, Paweł, Jędrzej',
    'Agnieszka, Zuzanna, Małgorzata, Wiktoria',
    'Wróblicki, Dąbrowiec, Jaśkiewicz-Król, Łopatka, Żurawiński, Świerczek, Gąsiorek, Bielawski',
  ),
  culture(
    'Czechia',
    'Ondřej, Jiří, Vojtěch, Tomáš, Lukáš, Matěj',
    'Kateřina, Tereza, Barbora, Eliška',
    'Dvořan, Hruška-Lipa, Říhovec, Křížan, Šťastník, Pospěchal, Vrběnský, Zářecký',
  ),
  culture(
    'Netherlands',
    'Daan, Sjoerd, Jeroen, Thijs, Ruben, Koen',
    'Fleur, Sanne, Lotte, Maaike',
    "van der Linde, de Waal, 't Hooft, Hoekstra-Blom, van Rijnsbergen, Terpstraat, Oudkerk, Zijlmans",
  ),
  culture(
    'Nigeria',
    'Chidi, Emeka, Obinna, Tunde, Ikenna, Segun',
    'Adaeze, Ngozi, Ifeoma, Temitope',
    'Ezeani, Adebanwo, Onyekachi, Oluwaseyi, Nwachinemere, Ibekwe-Obi, Akinsola, Umeadi',
  ),
  culture(
    'Senegal',
    'Mamadou, Ousmane, Cheikh, Ibrahima, Pape, Moussa',
    'Awa, Mame-Diarra, Khady, Astou',
    "Diagnéba, N'Gaye, Sarrou, Faylane, M'Bodji, Cissokhan, Thiamba",
  ),
  culture(
    'United Kingdom',
    'Callum, Rhys, Alistair, Jerome, Owen, Kieran',
    'Niamh, Freya, Shanice, Carys',
    "Pemberley, O'Rourke, McAllan, Thistlewood, Ap Rhodri, Fitzwarren, Hathersage, Adeyemi-Cole",
  ),
  culture(
    'Brazil',
    'Thiago, João, Caíque, Vinícius, Léo, Raul',
    'Letícia, Débora, Tainá, Luíza',
    'Guimarães, Falcão, Assunção, do Vale, Brandão, Queirós, Magalhães, Nogueira-Sá',
  ),
  culture(
    'Australia',
    'Lachlan, Jack, Angus, Mitchell, Xavier, Riley',
    'Matilda, Georgia, Keely, Tess',
    "Brennan, Carmody, Wattley, O'Shea, McPhail, Tregenza, Hollister, Yarrow",
  ),
]

const MOST_TRIES = 8

/** The name of someone new, rarely one of those taken already; adds it to them. */
export const nameNewcomer = (
  random: Random,
  gender: Gender,
  home: string | null,
  homeShare: number,
  taken: Set<string>,
): Person => {
  for (let tries = 1; ; tries++) {
    const person = nameSomeone(random, gender, home, homeShare)
    if (taken.has(person.name) && tries < MOST_TRIES) continue
    taken.add(person.name)
    return person
  }
}

/** A name; about `homeShare` of them are of the home country, where its names are known here. */
export const nameSomeone = (random: Random, gender: Gender, home: string | null, homeShare: number): Person => {
  const local = random.chance(homeShare) ? CULTURES.find((one) => one.country === home) : undefined
  const { country, men, women, surnames } = local ?? random.pick(CULTURES)
  const given = random.pick(gender === 'women' ? women : men)
  return { name: `${given} ${random.pick(surnames)}`, country }
}
