import type { Random } from '../random.ts'

/** The name and the home of a club. Clubs, cities and arenas are invented. */
export type ClubIdentity = {
  name: string
  city: string
  country: string
  arena: string
  /** Its name in the seasons before the one in progress, if different. */
  formerName?: string
}

const club = (name: string, city: string, country: string, arena: string, formerName?: string): ClubIdentity => ({
  name,
  city,
  country,
  arena,
  ...(formerName !== undefined && { formerName }),
})

/** The clubs of the Meridian League, which is international. */
export const MERIDIAN_CLUBS: readonly ClubIdentity[] = [
  club('Valdoria Solarix', 'Valdoria', 'Spain', 'Palacio del Puerto', 'Valdoria Baloncesto'),
  club('BC Nordhavre', 'Nordhavre', 'Denmark', 'Fjordhallen'),
  club('Thalassa Marinia', 'Marinia', 'Greece', 'Marinia Indoor Hall'),
  club('Pallacanestro Montelario', 'Montelario', 'Italy', 'PalaLario'),
  club('KK Zelengrad', 'Zelengrad', 'Serbia', 'Hala Zelengrad'),
  club('Löwen Steinwald', 'Steinwald', 'Germany', 'Steinwald Arena'),
  club('Étoile Rochebrune', 'Rochebrune', 'France', 'Palais des Tilleuls'),
  club('Karadere Spor', 'Karadere', 'Türkiye', 'Karadere Spor Salonu'),
  club('BC Gintarava', 'Gintarava', 'Lithuania', 'Gintaro Arena'),
  club('Nahar Tikvon', 'Tikvon', 'Israel', 'Tikvon Hall'),
  club('KS Lwigród', 'Lwigród', 'Poland', 'Hala Nad Rzeką'),
  club('KK Jezerna', 'Jezerna', 'Slovenia', 'Dvorana Jezerna'),
  club('Clube Valdomar', 'Valdomar', 'Portugal', 'Pavilhão do Cais'),
  club('Thornwick Rovers', 'Thornwick', 'United Kingdom', 'Thornwick Dome'),
  club('BK Hradovice', 'Hradovice', 'Czechia', 'Hala Pod Hradem'),
  club('Basket Zwanendam', 'Zwanendam', 'Netherlands', 'De Zwaan'),
  club("CB Sierralta L'Alba", 'Sierralta', 'Spain', 'Pabellón de la Sierra'),
  club('Aurora Portolungo', 'Portolungo', 'Italy', 'PalaFaro', 'Basket Portolungo'),
]

/** The clubs of the Liberty Basketball Circuit, the league with 48-minute games. */
export const LIBERTY_CLUBS: readonly ClubIdentity[] = [
  club('Lakemont Pioneers', 'Lakemont', 'United States', 'Pioneer Center'),
  club('Harborview Admirals', 'Harborview', 'United States', 'Admiral Hall'),
  club('Copperdale Miners', 'Copperdale', 'United States', 'The Shaft'),
  club('Ashbourne Foxes', 'Ashbourne', 'United States', 'Ashbourne Coliseum'),
  club('Cedar Bluffs Owls', 'Cedar Bluffs', 'United States', 'Bluffs Fieldhouse'),
  club('Ironport Forge', 'Ironport', 'United States', 'Foundry Arena'),
  club('Mesa Dorada Coyotes', 'Mesa Dorada', 'United States', 'Dorada Center'),
  club('Northgate Elk', 'Northgate', 'United States', 'Gatehouse Arena'),
  club('Riverbend Otters', 'Riverbend', 'United States', 'Riverbend Garden'),
  club('Silver Quay Gulls', 'Silver Quay', 'United States', 'Quayside Arena'),
  club('Prairieton Bison', 'Prairieton', 'United States', 'Grain Exchange Arena'),
  club('Kingsferry Knights', 'Kingsferry', 'United States', "Ferryman's Hall"),
]

/** The clubs of the Ligue Azur Féminine, the women's league. */
export const AZUR_CLUBS: readonly ClubIdentity[] = [
  club('Basket Féminin Aubervoir', 'Aubervoir', 'France', 'Salle des Remparts'),
  club('Hirondelles de Montclarée', 'Montclarée', 'France', 'Gymnase du Lac'),
  club('Étoile Saint-Aubrey', 'Saint-Aubrey', 'France', 'Salle Saint-Aubrey'),
  club('AS Vallonges', 'Vallonges', 'France', 'Halle de Vallonges'),
  club('Louves de Kermoran', 'Kermoran', 'France', 'Salle du Phare'),
  club('US Châtelverre', 'Châtelverre', 'France', 'Palais du Verre'),
  club("Union L'Isle-Dorée", "L'Isle-Dorée", 'France', 'Salle de la Digue'),
  club('Comètes de Beaurivel', 'Beaurivel', 'France', 'Gymnase des Comètes'),
  club('Entente Rochefière', 'Rochefière', 'France', 'Salle de la Forge'),
  club('Stade Valmontois', 'Valmontois', 'France', 'Halle aux Grains Neufs'),
  club("Avenir Pont-d'Ambre", "Pont-d'Ambre", 'France', "Salle d'Ambre"),
  club('Aigrettes de Marvanne', 'Marvanne', 'France', 'Salle des Marais'),
]

/** The clubs that play only in the Meridian Cup. */
export const CUP_CLUBS: readonly ClubIdentity[] = [
  club('Basket Solferra', 'Solferra', 'Italy', 'Palestra Solferra'),
  club('TV Ahrenfelde-West', 'Ahrenfelde-West', 'Germany', 'Sporthalle West'),
  club('CB Peñablanca', 'Peñablanca', 'Spain', 'Polideportivo Peñablanca'),
  club('BC Kalnavara', 'Kalnavara', 'Lithuania', 'Kalnavaros halė'),
  club('US Grandmarais', 'Grandmarais', 'France', 'Gymnase Municipal'),
  club('KK Sokolinac', 'Sokolinac', 'Serbia', 'Hala Sokolinac'),
  club('KS Dąbrówiec', 'Dąbrówiec', 'Poland', 'Hala Sportowa Dąbrówiec'),
  club('Lochmoor Giants', 'Lochmoor', 'United Kingdom', 'Lochmoor Sports Hall'),
]

const PREFIXES = ['Al', 'Bre', 'Cor', 'Dun', 'El', 'Far', 'Gor', 'Hal', 'Is', 'Kel', 'Lor', 'Mar', 'Nor', 'Or', 'Tor']
const MIDDLES = ['da', 'den', 'lan', 'mi', 'na', 'ren', 'sa', 'ta', 'ver', 'vi']
const SUFFIXES = ['bridge', 'bury', 'dale', 'field', 'ford', 'haven', 'mere', 'mouth', 'stead', 'wick']
const NICKNAMES = ['Athletic', 'Basket', 'Falcons', 'Rovers', 'Stars', 'Towers', 'United', 'Wolves']

/** Invents clubs, each in its own invented city. */
export const inventClubs = (random: Random, count: number, country: string): ClubIdentity[] => {
  const clubs = new Map<string, ClubIdentity>()
  while (clubs.size < count) {
    const city = random.pick(PREFIXES) + random.pick(MIDDLES) + random.pick(SUFFIXES)
    clubs.set(city, club(`${city} ${random.pick(NICKNAMES)}`, city, country, `${city} Arena`))
  }
  return [...clubs.values()]
}
