/**
 * Raw requests of paths with keys, both in turn. `headers` are more lines of the head, each with its line break.
 */
export const buildRequests = (paths: readonly string[], keys: readonly string[], headers = ''): string[] =>
  Array.from({ length: Math.max(paths.length, keys.length) }, (_, n) => {
    const [path, key] = [paths[n % paths.length], keys[n % keys.length]]
    return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n${headers}\r\n`
  })
