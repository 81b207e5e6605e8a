/** An answer that states the length of its body: HEAD gets no body to count. */
export const sized = (
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response =>
  new Response(body, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
