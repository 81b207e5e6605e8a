import type { Random } from '../random.ts'

/** Where a club is at home. Clubs, towns and arenas are all invented. */
export type Home = { name: string; city: string; country: string; arena: string; former_name?: string }

const home = (name: string, city: string, country: string, arena: string, former_name?: string): Home => ({
  name,
  city,
  country,
  arena,
  ...(former_name === undefined ? {} : { former_name }),
})

/** The clubs of the international league. */
export const MERIDIAN_CLUBS: readonly Home[] = [
  home('Valdoria Solarix', 'Valdoria', 'Spain', 'Palacio del Puerto', 'Valdoria Baloncesto'),
  home('BC Nordhavre', 'Nordhavre', 'Denmark', 'Fjordhallen'),
  home('Thalassa Marinia', 'Marinia', 'Greece', 'Marinia Indoor Hall'),
  home('Pallacanestro Montelario', 'Montelario', 'Italy', 'PalaLario'),
  home('KK Zelengrad', 'Zelengrad', 'Serbia', 'Hala Zelengrad'),
  home('Löwen Steinwald', 'Steinwald', 'Germany', 'Steinwald Arena'),
  home('Étoile Rochebrune', 'Rochebrune', 'France', 'Palais des Tilleuls'),
  home('Karadere Spor', 'Karadere', 'Türkiye', 'Karadere Spor Salonu'),
  home('BC Gintarava', 'Gintarava', 'Lithuania', 'Gintaro Arena'),
  home('Nahar Tikvon', 'Tikvon', 'Israel', 'Tikvon Hall'),
  home('KS Lwigród', 'Lwigród', 'Poland', 'Hala Nad Rzeką'),
  home('KK Jezerna', 'Jezerna', 'Slovenia', 'Dvorana Jezerna'),
  home('Clube Valdomar', 'Valdomar', 'Portugal', 'Pavilhão do Cais'),
  home('Thornwick Rovers', 'Thornwick', 'United Kingdom', 'Thornwick Dome'),
  home('BK Hradovice', 'Hradovice', 'Czechia', 'Hala Pod Hradem'),
  home('Basket Zwanendam', 'Zwanendam', 'Netherlands', 'De Zwaan'),
  home("CB Sierralta L'Alba", 'Sierralta', 'Spain', 'Pabellón de la Sierra'),
  home('Aurora Portolungo', 'Portolungo', 'Italy', 'PalaFaro', 'Basket Portolungo'),
]

/** The clubs of the 48-minute league. */
export const LIBERTY_CLUBS: readonly Home[] = [
  home('Lakemont Pioneers', 'Lakemont', 'United States', 'Pioneer Center'),
  home('Harborview Admirals', 'Harborview', 'United States', 'Admiral Hall'),
  home('Copperdale Miners', 'Copperdale', 'United States', 'The Shaft'),
  home('Ashbourne Foxes', 'Ashbourne', 'United States', 'Ashbourne Coliseum'),
  home('Cedar Bluffs Owls', 'Cedar Bluffs', 'United States', 'Bluffs Fieldhouse'),
  home('Ironport Forge', 'Ironport', 'United States', 'Foundry Arena'),
  home('Mesa Dorada Coyotes', 'Mesa Dorada', 'United States', 'Dorada Center'),
  home('Northgate Elk', 'Northgate', 'United States', 'Gatehouse Arena'),
  home('Riverbend Otters', 'Riverbend', 'United States', 'Riverbend Garden'),
  home('Silver Quay Gulls', 'Silver Quay', 'United States', 'Quayside Arena'),
  home('Prairieton Bison', 'Prairieton', 'United States', 'Grain Exchange Arena'),
  home('Kingsferry Knights', 'Kingsferry', 'United States', "Ferryman's Hall"),
]

/** The clubs of the women's league. */
export const AZUR_CLUBS: readonly Home[] = [
  home('Basket Féminin Aubervoir', 'Aubervoir', 'France', 'Salle des Remparts'),
  home('Hirondelles de Montclarée', 'Montclarée', 'France', 'Gymnase du Lac'),
  home('Étoile Saint-Aubrey', 'Saint-Aubrey', 'France', 'Salle Saint-Aubrey'),
  home('AS Vallonges', 'Vallonges', 'France', 'Halle de Vallonges'),
  home('Louves de Kermoran', 'Kermoran', 'France', 'Salle du Phare'),
  home('US Châtelverre', 'Châtelverre', 'France', 'Palais du Verre'),
  home("Union L'Isle-Dorée", "L'Isle-Dorée", 'France', 'Salle de la Digue'),
  home('Comètes de Beaurivel', 'Beaurivel', 'France', 'Gymnase des Comètes'),
  home('Entente Rochefière', 'Rochefière', 'France', 'Salle de la Forge'),
  home('Stade Valmontois', 'Valmontois', 'France', 'Halle aux Grains Neufs'),
  home("Avenir Pont-d'Ambre", "Pont-d'Ambre", 'France', "Salle d'Ambre"),
  home('Aigrettes de Marvanne', 'Marvanne', 'France', 'Salle des Marais'),
]

/** The clubs that play in the cup alone. */
export const CUP_CLUBS: readonly Home[] = [
  home('Basket Solferra', 'Solferra', 'Italy', 'Palestra Solferra'),
  home('TV Ahrenfelde-West', 'Ahrenfelde-West', 'Germany', 'Sporthalle West'),
  home('CB Peñablanca', 'Peñablanca', 'Spain', 'Polideportivo Peñablanca'),
  home('BC Kalnavara', 'Kalnavara', 'Lithuania', 'Kalnavaros halė'),
  home('US Grandmarais', 'Grandmarais', 'France', 'Gymnase Municipal'),
  home('KK Sokolinac', 'Sokolinac', 'Serbia', 'Hala Sokolinac'),
  home('KS Dąbrówiec', 'Dąbrówiec', 'Poland', 'Hala Sportowa Dąbrówiec'),
  home('Lochmoor Giants', 'Lochmoor', 'United Kingdom', 'Lochmoor Sports Hall'),
]

const BEGINNINGS = ['Al', 'Bre', 'Cor', 'Dun', 'El', 'Far', 'Gor', 'Hal', 'Is', 'Kel', 'Lor', 'Mar', 'Nor', 'Or', 'Tor']
const MIDDLES = ['da', 'den', 'lan', 'mi', 'na', 'ren', 'sa', 'ta', 'ver', 'vi']
const ENDINGS = ['bridge', 'bury', 'dale', 'field', 'ford', 'haven', 'mere', 'mouth', 'stead', 'wick']
const NICKNAMES = ['Athletic', 'Basket', 'Falcons', 'Rovers', 'Stars', 'Towers', 'United', 'Wolves']

/** As many made-up clubs as asked, no two of one name. */
export const inventHomes = (random: Random, count: number, country: string): Home[] => {
  const homes = new Map<string, Home>()
  while (homes.size < count) {
    const city = random.pick(BEGINNINGS) + random.pick(MIDDLES) + random.pick(ENDINGS)
    homes.set(city, home(`${city} ${random.pick(NICKNAMES)}`, city, country, `${city} Arena`))
  }
  return [...homes.values()]
}
