import type { Random } from '../random.ts'

/** Selects the first names; only the women's league has women. */
export type Gender = 'men' | 'women'

/** A person's name and country. */
export type Person = { name: string; country: string }

type NamePool = { country: string; men: string[]; women: string[]; surnames: string[] }

/** Country: first names of men; first names of women; surnames, most of them invented. The combinations refer to no real person. */
const NAMES = `
United States: Marcus, Tyrell, DeShawn, Caleb, Jamal, Trevor, Dante, Isaiah, Malik, Cole, Ja'Von, Terrence, Andre, Kendrick, Wesley, Quentin, Darnell, Brady, Terrell, Julian, Devonte, Grant, Elijah, Reggie, Shane, Amari, Curtis, Tobias, Lamont, Garrett; Aaliyah, Brianna, Jasmine, Kayla, Destiny, Morgan, Imani, Sydney, Tiana, Paige, Ra'Shell, Camille; Whitlock, Hargrove, Beaumont, Fairley, Okafor-Reed, Lattimore, Dupree, Kincaid, Merriweather, Stokes, Vance, Pettway, O'Dell, Crenshaw, Halloway, Rutledge, Blakely, Tillman, St. Clair, Broadnax, Mayhew, Shelby-Ross, Ellerbee, Youngblood, Marsden, Cartwell, Fontenot, Haverford, Lockridge, Pickering, Standish, Tolliver-Wade, Underhill, Winslow, Abernathy, Brightwell, Coldwater, Delacroix, Easterling, Goodspeed
Spain: Álvaro, Iker, Íñigo, Joan, Nicolás, Martín, Aitor, Óscar, Jaume, Gonzalo, Unai, Rubén; Lucía, Nerea, Inés, Marta, Aitana, Sofía, Leire, Belén; Arrizabal, Peñalosa, Quiroga, Vilanova, Ibáñez, Cañadas, Zubizar, Solís, Bermejo, Llorca, Etxano, Montañés, Carrascal, Ordóñez, Villamor
France: Théo, Loïc, Mathéo, Yanis, Étienne, Gaëtan, Noah, Jérémy, Maël, Amadou, Jean-Marc, Rémi; Chloé, Élodie, Maëlys, Anaïs, Noémie, Léa, Aïssatou, Zoé, Marie-Ange, Océane, Gaëlle, Inès, Clémence, Fatou; Béranger, Lacombe, d'Aubigny, Fontanel, Traoré-Viel, Moreau-Lys, L'Hermitte, Chastain, Delorme, Sissako, Rivière, Cazenave, Le Guen, Bérard, Doucouré-Petit, Vasseur, Montjoie, Peyrolle, N'Dour, Grangier
Italy: Niccolò, Davide, Lorenzo, Tommaso, Gianluca, Ettore, Pietro, Andrea, Riccardo, Matteo; Giulia, Chiara, Beatrice, Martina, Elena, Ilaria; D'Amelio, Fornari, Bellacqua, Santarosa, Pavoni, Dell'Orso, Tredici, Montanari, Squarcia, Lombardelli, Nardò, Ricciuti
Serbia: Nemanja, Stefan, Miloš, Uroš, Vuk, Đorđe, Aleksa, Marko, Luka, Ognjen; Jovana, Milica, Tijana, Sanja, Dunja, Nevena; Radoševac, Živanić, Stojčić, Perunović, Đurkić, Belojević, Vučetin, Mladenić, Čarapić, Kostrić, Lazendić
Slovenia: Žiga, Matic, Jan, Gašper, Rok, Blaž, Anže, Urban; Špela, Nika, Tjaša, Urška, Eva; Podgoršek, Črnilec, Žagarin, Hrastnik, Jezeršek, Vidmarin, Kovačnik, Breznikar
Greece: Nikos, Giorgos, Thanasis, Vangelis, Dimitris, Stelios, Lefteris, Panos; Eleni, Katerina, Despina, Ioanna, Styliani; Karavelis, Mavrogenis, Stathopetros, Lykourias, Argyrakos, Pantelidis-Voss, Kalogridis, Xenarios, Roussidis, Thermakis
Türkiye: Emre, Çağlar, Burak, Ömer, Kağan, Yiğit, Şahin, Tolga; Elif, Ayşe, Büşra, İrem, Gökçe; Kılıçarslan, Demirkol, Yıldızer, Çelikbaş, Öztaşkın, Gündoğar, Akçınar, Türkmenel, Bozdağlı
Lithuania: Domas, Tadas, Rokas, Mantas, Šarūnas, Žygimantas, Paulius, Eimantas; Rūta, Ieva, Gintarė, Kamilė, Justė; Vaitkūnas, Žemgulis, Petrulionis, Kazlonis, Šimkevas, Beržinis, Grigalauskis, Norvaišis, Mažeikonis-Rimša
Germany: Jonas, Moritz, Lukas, Jürgen, Niklas, Björn, Malte, Till; Lena, Svenja, Käthe, Frieda, Jule; Brückmann, Hölzer, Weißgerber, Steinhoff, Grünwald-Otte, Tiedemann, Oßwald, Krähenbühl, Falkenrath, von Ahrn
Poland: Łukasz, Michał, Bartosz, Krzysztof, Paweł, Jędrzej; Agnieszka, Zuzanna, Małgorzata, Wiktoria; Wróblicki, Dąbrowiec, Jaśkiewicz-Król, Łopatka, Żurawiński, Świerczek, Gąsiorek, Bielawski
Czechia: Ondřej, Jiří, Vojtěch, Tomáš, Lukáš, Matěj; Kateřina, Tereza, Barbora, Eliška; Dvořan, Hruška-Lipa, Říhovec, Křížan, Šťastník, Pospěchal, Vrběnský, Zářecký
Netherlands: Daan, Sjoerd, Jeroen, Thijs, Ruben, Koen; Fleur, Sanne, Lotte, Maaike; van der Linde, de Waal, 't Hooft, Hoekstra-Blom, van Rijnsbergen, Terpstraat, Oudkerk, Zijlmans
Nigeria: Chidi, Emeka, Obinna, Tunde, Ikenna, Segun; Adaeze, Ngozi, Ifeoma, Temitope; Ezeani, Adebanwo, Onyekachi, Oluwaseyi, Nwachinemere, Ibekwe-Obi, Akinsola, Umeadi
Senegal: Mamadou, Ousmane, Cheikh, Ibrahima, Pape, Moussa; Awa, Mame-Diarra, Khady, Astou; Diagnéba, N'Gaye, Sarrou, Faylane, M'Bodji, Cissokhan, Thiamba
United Kingdom: Callum, Rhys, Alistair, Jerome, Owen, Kieran; Niamh, Freya, Shanice, Carys; Pemberley, O'Rourke, McAllan, Thistlewood, Ap Rhodri, Fitzwarren, Hathersage, Adeyemi-Cole
Brazil: Thiago, João, Caíque, Vinícius, Léo, Raul; Letícia, Débora, Tainá, Luíza; Guimarães, Falcão, Assunção, do Vale, Brandão, Queirós, Magalhães, Nogueira-Sá
Australia: Lachlan, Jack, Angus, Mitchell, Xavier, Riley; Matilda, Georgia, Keely, Tess; Brennan, Carmody, Wattley, O'Shea, McPhail, Tregenza, Hollister, Yarrow
`

const NAME_POOLS: readonly NamePool[] = NAMES.trim()
  .split('\n')
  .map((line) => {
    const [country = '', names = ''] = line.split(': ')
    const [men = [], women = [], surnames = []] = names.split('; ').map((list) => list.split(', '))
    return { country, men, women, surnames }
  })

/** A random name; a share of about `domesticShare` is from `country` if it has a name pool. */
export const randomName = (random: Random, gender: Gender, country: string | null, domesticShare: number): Person => {
  const domestic = random.chance(domesticShare) ? NAME_POOLS.find((pool) => pool.country === country) : undefined
  const pool = domestic ?? random.pick(NAME_POOLS)
  const firstName = random.pick(gender === 'women' ? pool.women : pool.men)
  return { name: `${firstName} ${random.pick(pool.surnames)}`, country: pool.country }
}

const MAX_ATTEMPTS = 8

/** A random name that is rarely in `usedNames`; adds it to them. */
export const randomNewName = (
  random: Random,
  gender: Gender,
  country: string | null,
  domesticShare: number,
  usedNames: Set<string>,
): Person => {
  for (let attempt = 1; ; attempt++) {
    const person = randomName(random, gender, country, domesticShare)
    if (usedNames.has(person.name) && attempt < MAX_ATTEMPTS) continue
    usedNames.add(person.name)
    return person
  }
}
