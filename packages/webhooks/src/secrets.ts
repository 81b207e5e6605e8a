/** A webhook's secret as it was given, `whsec_` included; several while one takes the place of another. */
export type Secret = string | readonly string[]

/**
 * The secrets of which one must fit.
 * @throws TypeError when there is none or one is empty, since anybody can sign with an empty secret
 */
export const secretsOf = (secret: Secret): readonly string[] => {
  const secrets = [secret].flat()
  if (!secrets[0] || !secrets.every(Boolean)) throw new TypeError('No webhook secret: is its environment variable set?')
  return secrets
}
