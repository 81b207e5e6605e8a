import { operations } from '@basketball-data/core'
import { ErrorCode, ERRORS } from '@basketball-data/core/contract'
import { listEndpoints, type OpenApiDocument } from '@basketball-data/http/openapi'
import { plainText } from '../page/html.ts'
import { guidePath, PATHS } from '../page/addresses.ts'
import type { Chapter } from './chapters.ts'
import type { Guides } from './guides.ts'
import { errorAnchor, formatErrorStatus } from './errors.ts'
import { fieldAnchor, listFields, namedSchemas } from './records.ts'
import { listParameters, recordPath, resolveSchema } from './schema.ts'
import type { Entry } from './search.ts'

const inReference = (anchor: string): string => `${PATHS.reference}#${anchor}`

const toRoute = ({ method, path }: { method: string; path: string }): string => `${method.toUpperCase()} ${path}`

/** What else people call an endpoint, by the id of its operation. */
const ALIASES = new Map(operations.map(({ operationId, aliases }) => [operationId, aliases]))

const endpointEntries = (document: OpenApiDocument): Entry[] =>
  listEndpoints(document).map((endpoint) => ({
    kind: 'Endpoint',
    title: endpoint.operation.summary,
    context: toRoute(endpoint),
    href: inReference(endpoint.operation.operationId),
    aliases: ALIASES.get(endpoint.operation.operationId) ?? '',
    keywords: listParameters(document, endpoint.operation)
      .flatMap(({ name, schema }) => [name, ...(resolveSchema(document, schema).enum ?? [])])
      .join(' '),
    text: endpoint.operation.description,
  }))

/** Every parameter once, at the first endpoint that has it. */
const parameterEntries = (document: OpenApiDocument): Entry[] => {
  const used = listEndpoints(document).flatMap((endpoint) =>
    listParameters(document, endpoint.operation).map((parameter) => ({ parameter, endpoint })),
  )
  const byParameter = Map.groupBy(used, ({ parameter }) => parameter)
  return [...byParameter].flatMap(([{ name, description }, [first, ...others]]) =>
    first === undefined
      ? []
      : {
          kind: 'Parameter',
          title: name,
          context: toRoute(first.endpoint) + (others.length === 0 ? '' : ` and ${others.length} more`),
          href: inReference(first.endpoint.operation.operationId),
          text: description,
        },
  )
}

const recordEntries = (document: OpenApiDocument): Entry[] =>
  namedSchemas(document).records.flatMap(([record, schema]) => [
    {
      kind: 'Record',
      title: record,
      context: '',
      href: recordPath(record),
      keywords: Object.keys(schema.properties ?? {}).join(' '),
      text: schema.description ?? '',
    },
    ...listFields(schema).map((field): Entry => ({
      kind: 'Field',
      title: field.name,
      context: record,
      href: `${PATHS.records}#${fieldAnchor(record, field)}`,
      text: resolveSchema(document, field.schema).description ?? '',
    })),
  ])

const valueEntries = (document: OpenApiDocument): Entry[] =>
  namedSchemas(document).values.map(([name, { description = '', enum: values = [] }]) => ({
    kind: 'Value',
    title: name,
    context: 'Identifiers and enums',
    href: recordPath(name),
    keywords: values.join(' '),
    text: description,
  }))

const errorEntries = (): Entry[] =>
  ErrorCode.options.map((code) => ({
    kind: 'Error',
    title: code,
    context: '',
    href: inReference(errorAnchor(code)),
    keywords: formatErrorStatus(code),
    text: `${ERRORS[code].meaning} ${ERRORS[code].remedy}`,
  }))

const chapterEntries = (chapters: readonly Chapter[]): Entry[] =>
  chapters.map(({ anchor, title, aliases, text }) => ({
    kind: 'Reference',
    title,
    context: '',
    href: inReference(anchor),
    aliases,
    text: plainText(text),
  }))

/** Every section of the guides; the first of a guide is also found by how the table of contents describes it. */
const guideEntries = ({ groups, article }: Guides): Entry[] =>
  groups.flatMap((group) =>
    group.guides.flatMap(({ slug, title: name, description }) => {
      const { title, sections } = article(slug)
      return sections.map(({ anchor, depth, text, title: section }): Entry => ({
        kind: group.title === 'About this service' ? 'About' : 'Guide',
        title: section,
        text,
        ...(depth === 1
          ? { context: '', href: guidePath(slug), aliases: name, keywords: description }
          : { context: title, href: `${guidePath(slug)}#${anchor}` }),
      }))
    }),
  )

export const searchEntries = (document: OpenApiDocument, chapters: readonly Chapter[], guides: Guides): Entry[] => [
  ...endpointEntries(document),
  ...chapterEntries(chapters),
  ...recordEntries(document),
  ...errorEntries(),
  ...guideEntries(guides),
  ...valueEntries(document),
  ...parameterEntries(document),
]
