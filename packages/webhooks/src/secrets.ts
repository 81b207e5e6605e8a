/** A webhook's secret as it was given, `whsec_` included; several while one takes the place of another. */
export type Secret = string | readonly string[]

/**
 * The secrets of which one must fit.
 * @throws TypeError when there is none, or one is empty or no string: anybody can sign with an empty secret
 */
export const secretsOf = (secret: Secret): readonly string[] => {
  const secrets = [secret].flat()
  if (secrets[0] && secrets.every((one) => typeof one === 'string' && one)) return secrets
  throw new TypeError('The secret must be a non-empty string: is its environment variable set?')
}
