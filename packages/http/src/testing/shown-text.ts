const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** The text a browser shows of markup. */
export const shownText = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:\w+|#39);/g, (entity) => ENTITIES[entity] ?? entity)
