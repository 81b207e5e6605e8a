import { textOr } from '../facts.ts'
import type { ScheduleSide } from './schemas.ts'

/**
 * The names by which bookmakers call a club, by its code. The league names clubs after their sponsors, which change; a code
 * stays.
 */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  ASV: ['ASVEL', 'LDLC ASVEL', 'ASVEL Lyon-Villeurbanne', 'ASVEL Lyon Villeurbanne'],
  BAR: ['Barcelona', 'FC Barcelona'],
  BAS: ['Baskonia', 'Saski Baskonia'],
  BER: ['ALBA Berlin'],
  CSK: ['CSKA Moscow'],
  DUB: ['Dubai', 'Dubai Basketball', 'Dubai BC'],
  DYR: ['Zenit', 'Zenit St Petersburg', 'Zenit St. Petersburg', 'Zenit Saint Petersburg'],
  HTA: ['Hapoel Tel Aviv'],
  IST: ['Anadolu Efes', 'Anadolu Efes SK', 'Efes'],
  MAD: ['Real Madrid'],
  MCO: ['Monaco', 'AS Monaco'],
  MIL: ['Olimpia Milano', 'Olimpia Milan', 'Armani Milan'],
  MUN: ['Bayern Munich', 'Bayern Munchen', 'FC Bayern Munchen'],
  OLY: ['Olympiacos', 'Olympiacos BC'],
  PAM: ['Valencia', 'Valencia Basket', 'Valencia BC'],
  PAN: ['Panathinaikos', 'Panathinaikos BC', 'Panathinaikos Athens'],
  PAR: ['Partizan', 'Partizan Belgrade', 'KK Partizan'],
  PRS: ['Paris', 'Paris Basketball'],
  RED: ['Crvena Zvezda', 'KK Crvena Zvezda', 'Red Star Belgrade'],
  TEL: ['Maccabi Tel Aviv'],
  ULK: ['Fenerbahce', 'Fenerbahce SK', 'Fenerbahce Istanbul'],
  UNK: ['UNICS', 'UNICS Kazan'],
  VIR: ['Virtus Bologna'],
  ZAL: ['Zalgiris', 'Zalgiris Kaunas'],
}

/** The other names of a club: its code, those that the schedule has, and the usual ones. */
export const listAliases = (code: string, club?: ScheduleSide['club']): string[] => {
  const ofSchedule = [club?.abbreviatedName, club?.editorialName, club?.tvCode].flatMap((name) => textOr(name) ?? [])
  return [...new Set([code, ...ofSchedule, ...(USUAL_NAMES[code] ?? [])])]
}
