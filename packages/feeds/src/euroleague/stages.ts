/** Phases by their names in either answer, capitals and digits alone; the short codes where a name is missing. */
const STAGES: [RegExp, string][] = [
  [/^(REGULARSEASON|RS)$/, 'regular'],
  [/^(PLAYIN.*|PI)$/, 'play-in'],
  [/^(PLAYOFFS?|PO?)$/, 'playoffs'],
  [/^(FINALFOUR|FF)$/, 'final-four'],
  [/^(TOP16|TOPSIXTEEN|T1|TS)$/, 'top-16'],
  [/^LAST32$/, 'last-32'],
  [/^LAST16$/, 'last-16'],
  [/^(EIGHTHFINALS?|8F|E)$/, 'eighth-finals'],
  [/^(QUARTERFINALS?|4F)$/, 'quarter-finals'],
  [/^(SEMIFINALS?|2F)$/, 'semi-finals'],
  [/^FINALS?$/, 'final'],
]

/** The stage of a phase ("REGULAR SEASON", "P O"); a phase in no list becomes its own lower-case name, '' null. */
export const stageOf = (phase: string): string | null => {
  const key = phase.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const stage = STAGES.find(([names]) => names.test(key))?.[1]
  if (stage !== undefined) return stage
  const own = phase
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return own === '' ? null : own
}
