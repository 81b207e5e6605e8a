// What the service uses of trpc-to-openapi: its table of procedures and its document. The published package has this module with the
// library inside, because the library brings 55 packages for adapters of other servers.
export { forEachOpenApiProcedure, generateOpenApiDocument } from 'trpc-to-openapi'
