import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run new-entity <room>/<entity>` writes the skeleton of an entity from the templates in `new-entity/`, and registers it. */

const root = dirname(import.meta.dirname)
const templates = join(import.meta.dirname, 'new-entity')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

interface Place {
  /** Whose permissions show it. */
  module: string
  /** The beginnings of the addresses of its screens and of its calls. */
  path: string
  base: string
}

const tenders = { module: 'Contracts', path: '/contracts', base: '/project/api' }
const places: Readonly<Record<string, Place>> = {
  access: { module: 'User', path: '/admin', base: '/platform/api' },
  tenders,
  deposits: tenders,
  guarantees: tenders,
  works: { module: 'Projects', path: '/projects', base: '/project/api' },
  reminders: { module: 'Reminders', path: '/reminders', base: '/common/api' },
  money: { module: 'Payments', path: '/payments', base: '/payment/api' },
  documents: tenders,
  platform: { module: 'Home', path: '', base: '/common/api' },
}

export interface NewEntity {
  room: string
  /** The plural in kebab-case, such as `schedule-items`. */
  entity: string
  /** The singular in kebab-case; derived where it is regular. */
  singular?: string | undefined
  module?: string | undefined
  /** The Hindi noun; the English one stands in the translations without it. */
  hindi?: string | undefined
}

/** The texts of files by their paths from the root. */
export type Texts = Readonly<Record<string, string>>

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const words = (kebab: string) => kebab.replaceAll('-', ' ')
const singularOf = (plural: string) =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')

function nextMigration(): string {
  const last = readdirSync(join(root, 'server/migrations')).toSorted().at(-1) ?? '0000'
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
}

/** The values of the placeholders of the templates. */
function valuesFor({ room, entity, singular = singularOf(entity), module }: NewEntity) {
  const place = places[room]
  const kebab = /^[a-z]+(-[a-z]+)*$/
  if (!place) throw new Error(`${room} is no room: ${Object.keys(places).join(', ')}`)
  if (!kebab.test(entity) || !kebab.test(singular)) throw new Error('a name is in kebab-case: schedule-items')
  if (singular === entity) throw new Error('the name is the plural; name the singular with --singular')
  // The name of the constraint is its message, and PostgreSQL cuts names at 63 characters.
  if (singular.length > 26) throw new Error('the name is too long')
  const [noun, nouns, table] = [words(singular), words(entity), entity.replaceAll('-', '_')]
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
  return {
    room,
    entity,
    table,
    noun,
    nouns,
    module: module ?? place.module,
    path: `${place.path}/${entity}`,
    base: `${place.base}/${entity}`,
    migration: `${nextMigration()}_${table}.sql`,
    a: article,
    A: capitalized(article),
    Noun: capitalized(noun),
    Nouns: capitalized(nouns),
    thing: camel(singular),
    things: camel(entity),
    Thing: capitalized(camel(singular)),
    Things: capitalized(camel(entity)),
  }
}
type Values = ReturnType<typeof valuesFor>

/** The files of an entity by their templates. */
const pathsFor = ({ room, entity, migration, Thing }: Values) => ({
  manifest: `api/src/${room}/${entity}.entity.ts`,
  wire: `api/src/${room}/${entity}.ts`,
  migration: `server/migrations/${migration}`,
  queries: `server/src/${room}/${entity}/${entity}.queries.ts`,
  routes: `server/src/${room}/${entity}/${entity}.routes.ts`,
  factory: `server/src/${room}/${entity}/${entity}.factory.ts`,
  sample: `server/src/${room}/${entity}/${entity}.sample.ts`,
  test: `server/src/${room}/${entity}/${entity}.test.ts`,
  list: `web/src/${room}/${entity}/${Thing}List.tsx`,
  form: `web/src/${room}/${entity}/${Thing}Form.tsx`,
  links: `web/src/${room}/${entity}/links.ts`,
  slice: `web/src/${room}/${entity}/slice.ts`,
  screens: `e2e/screens/${entity}.ts`,
  spec: `e2e/${room}/${entity}.spec.ts`,
})

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a template has {{${name}}}, which has no value`)
    return value
  })
}

/** Adds a line to the list or object of a file, after the last one of the room, and its import. */
function registered(path: string, room: string, from: string, name: string, entry: string): Texts {
  const text = textOf(path)
  const ofRoom = new Set(
    [...text.matchAll(/^import (?:\* as |\{ )(\w+)(?: \})? from '\.\/(\w+)\//gm)].flatMap(([, imported, folder]) =>
      folder === room ? imported : [],
    ),
  )
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => ofRoom.has(/^ {2}(?:\S+: )?(\w+),$/.exec(line)?.[1] ?? ''))
  if (last < 0) throw new Error(`${path} has no line of ${room}`)
  lines.splice(last + 1, 0, `  ${entry},`)
  return { [path]: `import ${name} from '${from}'\n${lines.join('\n')}` }
}

/** The Hindi of the texts of the screens, in words that do not depend on the gender of the noun. */
const hindiOf = ({ noun, nouns, Noun, Nouns }: Values, own: string) => ({
  [Noun]: own,
  [Nouns]: own,
  [`New ${noun}`]: `${own} जोड़ें`,
  [`Edit ${noun}`]: `${own} बदलें`,
  [`View ${noun}`]: `${own} देखें`,
  [`Failed to fetch ${noun}`]: `${own} लाने में समस्या हुई`,
  [`Failed to fetch ${nouns}`]: `${own} लाने में समस्या हुई`,
  [`Failed to save ${noun}. Please try again.`]: `${own} सहेजने में समस्या हुई। कृपया फिर से कोशिश करें।`,
  [`${Noun} created successfully!`]: `नई प्रविष्टि सहेजी गई: ${own}`,
  [`${Noun} updated successfully!`]: `बदलाव सहेजे गए: ${own}`,
  [`Are you sure you want to delete this ${noun}?`]: `क्या आप सचमुच यह ${own} हटाना चाहते हैं?`,
  [`There are no ${nouns} yet. Enter the first one with New ${noun}.`]: `अभी कोई ${own} नहीं है। “${own} जोड़ें” से पहली प्रविष्टि करें।`,
  [`is already used by another ${noun}`]: `पहले से कहीं और दर्ज है`,
  'Name or remarks': 'नाम या टिप्पणियाँ',
})

function translated(values: Values, own: string): Texts {
  const path = 'web/src/languages/hi.json'
  const known: Texts = JSON.parse(textOf(path))
  const sorted = Object.entries({ ...hindiOf(values, own), ...known }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return { [path]: `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n` }
}

/** The files of the skeleton, and the files in which it is registered. */
export function skeletonOf(asked: NewEntity): { written: Texts; changed: Texts } {
  const values = valuesFor(asked)
  const { room, entity, thing, things } = values
  const written = Object.entries(pathsFor(values)).map(([template, path]): [string, string] => [
    path,
    filled(readFileSync(join(templates, `${template}.txt`), 'utf8'), values),
  ])
  const wire = entity === things ? things : `'${entity}': ${things}`
  const quoted = entity === things ? entity : `'${entity}'`
  const readme = `server/src/${room}/README.md`
  return {
    written: Object.fromEntries(written),
    changed: {
      ...registered('api/src/index.ts', room, `./${room}/${entity}.ts`, `* as ${things}`, wire),
      ...registered('api/src/entities.ts', room, `./${room}/${entity}.entity.ts`, `{ ${things} }`, things),
      ...registered(
        'server/src/slices.ts',
        room,
        `./${room}/${entity}/${entity}.routes.ts`,
        `{ ${thing}Slice }`,
        `${quoted}: ${thing}Slice`,
      ),
      ...translated(values, asked.hindi ?? values.noun),
      [readme]: textOf(readme).replace(/^Entities: /m, `Entities: \`${entity}\`, `),
    },
  }
}

function write(texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { singular: { type: 'string' }, module: { type: 'string' }, hindi: { type: 'string' } },
  })
  const [room = '', entity = ''] = positionals[0]?.split('/') ?? []
  const { written, changed } = skeletonOf({ room, entity, ...values })
  const existing = Object.keys(written).filter((path) => existsSync(join(root, path)))
  if (existing.length > 0) throw new Error(`${existing.join(', ')}: exists already`)
  write({ ...written, ...changed })
  const { scripts }: { scripts: Texts } = JSON.parse(textOf('package.json'))
  // What is generated from the migrations and from the wire.
  for (const script of ['format', 'schema', 'openapi'].filter((name) => name in scripts))
    execFileSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  process.stdout.write(`${[...Object.keys(written), ...Object.keys(changed)].join('\n')}\n`)
}

if (import.meta.main)
  try {
    main()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(
      `${why}\nnpm run new-entity works/sites -- [--singular site] [--module Projects] [--hindi साइट]\n`,
    )
    process.exitCode = 1
  }
