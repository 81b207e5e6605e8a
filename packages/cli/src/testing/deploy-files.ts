import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DockerfileParser } from 'dockerfile-ast'
import { parse } from 'yaml'
import { z } from 'zod'

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The text of a file of the checkout. */
export const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

/** What a YAML file holds. @throws for anything doubtful, such as a key that occurs twice */
export const readYaml = (path: string): unknown => parse(read(path), { merge: true, strict: true, uniqueKeys: true })

const Json = z.array(z.string())

/** What the last stage of the Dockerfile says about running a container, and the commands that build it. */
export const readDockerfile = () => {
  const file = DockerfileParser.parse(read('Dockerfile'))
  /** The JSON array of an instruction that occurs once. */
  const parseArray = (keyword: string): string[] => {
    const instruction = file.getInstructions().find((each) => each.getKeyword() === keyword)
    return Json.parse(JSON.parse(/\[.*\]/s.exec(instruction?.getRawArgumentsContent() ?? '')?.[0] ?? ''))
  }
  return {
    bases: file.getFROMs().map((from) => from.getImage()),
    users: file
      .getInstructions()
      .flatMap((each) => (each.getKeyword() === 'USER' ? [each.getArguments().join('')] : [])),
    environment: Object.fromEntries(
      file.getENVs().flatMap((env) => env.getProperties().map((each) => [each.getName(), each.getValue() ?? ''])),
    ),
    runs: file
      .getInstructions()
      .flatMap((each) => (each.getKeyword() === 'RUN' ? [each.getRawArgumentsContent() ?? ''] : [])),
    entrypoint: parseArray('ENTRYPOINT'),
    command: parseArray('CMD'),
    healthcheck: parseArray('HEALTHCHECK'),
  }
}

const Healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.tuple([z.literal('CMD')], z.string()),
    interval: z.string(),
    timeout: z.string(),
    retries: z.int(),
    start_period: z.string(),
  }),
])

const Service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.int()])).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_healthy', 'service_completed_successfully', 'service_started']),
        restart: z.boolean().optional(),
      }),
    )
    .optional(),
  healthcheck: Healthcheck,
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  restart: z.enum(['no', 'unless-stopped']),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  mem_limit: z.string().optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  ulimits: z.strictObject({ nofile: z.int() }).optional(),
})

const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})

/** A file of Compose, whose every service has a health check and no key that Compose does not know. */
export const readCompose = (path: 'compose.yaml' | 'compose.embedded.yaml') => Compose.parse(readYaml(path))

/** The lines of a systemd unit: what each directive is set to, in order. */
export const readUnit = (path: string): ReadonlyMap<string, string[]> => {
  const directives = new Map<string, string[]>()
  for (const line of read(path).split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) directives.set(name, [...(directives.get(name) ?? []), value])
  }
  return directives
}
