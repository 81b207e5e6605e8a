// The configuration of the Next.js app (next.config.ts).
export default {
  // Loaded by Node as they are: a bundler would lose the WebAssembly and the migrations beside their modules.
  serverExternalPackages: ['@basketball-data/core', '@basketball-data/http', '@basketball-data/pages'],
}
