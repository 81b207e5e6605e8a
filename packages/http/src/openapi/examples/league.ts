import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from '@basketball-data/core/contract'

// An invented league: no club, player or score of the examples exists.

export const league: CompetitionRef = { id: 'cp_8r7yrkj6', name: 'Northern League' }
export const season: SeasonRef = { id: 'ss_2k9v0d3w', name: '2026-27' }
export const seasonBefore: SeasonRef = { id: 'ss_7h4m1x8c', name: '2025-26' }

export const falcons: TeamRef = { id: 'tm_5q1zt8xn', name: 'Harbour Falcons' }
export const owls: TeamRef = { id: 'tm_0v6kd2rm', name: 'Lakeside Owls' }
export const miners: TeamRef = { id: 'tm_b3w9y7hq', name: 'Granite Hill Miners' }
export const herons: TeamRef = { id: 'tm_g6t2n8cy', name: 'River Bend Herons' }
export const pilots: TeamRef = { id: 'tm_7d0hs4vf', name: 'Seaford Pilots' }

const player = (id: string, name: string): PlayerRef => ({ id, name })

export const holm = player('pl_c4h7m2pe', 'Anders Holm')
export const okafor = player('pl_1x8rt5vd', 'Daniel Okafor')
export const varga = player('pl_6n0yk3zb', 'Mate Varga')
export const lindqvist = player('pl_q9s2w7ha', 'Erik Lindqvist')
export const bauer = player('pl_3f5tj8ec', 'Jonas Bauer')
export const reyes = player('pl_z7d1v4gm', 'Luis Reyes')
export const novak = player('pl_8k2pb6xr', 'Tomas Novak')

export const holmgren = player('pl_d4k9r6tw', 'Viktor Holmgren')

export const petrov = player('pl_y4h9q0nt', 'Ivan Petrov')
export const diallo = player('pl_5m3ws7fk', 'Moussa Diallo')
export const marsh = player('pl_a1c6z8vd', 'Owen Marsh')
export const keller = player('pl_r0t2x5bj', 'Felix Keller')
export const santos = player('pl_g7e4n9yq', 'Rafael Santos')
export const brandt = player('pl_2v8hk1mp', 'Nils Brandt')
export const aalto = player('pl_w6s3d0cz', 'Mikko Aalto')
