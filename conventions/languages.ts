import { parseAst } from 'vitest/node'
import type { SourceFile } from './source.ts'

/** A node of a syntax tree; its other properties depend on its type. */
export interface Part {
  type: string
  [name: string]: unknown
}

/** A node in a file, and the node around it. */
export interface Place {
  part: Part
  path: string
  outer: Place | undefined
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value

export const partsIn = (value: unknown): Part[] =>
  Array.isArray(value) ? value.flatMap(partsIn) : isPart(value) ? [value] : []

function placesIn(part: Part, path: string, outer?: Place): Place[] {
  const place = { part, path, outer }
  const below = Object.values(part).flatMap(partsIn)
  return [place, ...below.flatMap((child) => placesIn(child, path, place))]
}

/** The text of a string literal. */
export const textIn = (value: unknown): string | undefined =>
  isPart(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined

/** The name of an identifier. */
export const nameIn = (value: unknown): string | undefined =>
  isPart(value) && /^(?:JSX)?Identifier$/.test(value.type) ? String(value['name']) : undefined

/** The name of a called function or method. */
const calledIn = (value: unknown): string | undefined =>
  nameIn(value) ?? (isPart(value) ? nameIn(value['property']) : undefined)

/** The literal pieces of a template. */
export const piecesOf = (template: Part) =>
  partsIn(template['quasis']).map(({ value }) => (value as { cooked: string }).cooked)

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** The named functions around a place, the innermost first. */
function* functionsAround(place: Place) {
  for (let at: Place | undefined = place; at; at = at.outer) {
    const owner = at.part.type === 'FunctionDeclaration' ? at : at.outer
    const name = functions.includes(at.part.type) ? nameIn(owner?.part['id']) : undefined
    if (name) yield { name, params: partsIn(at.part['params']) }
  }
}

const joined = (parts: string[][]) =>
  parts.reduce<string[]>((texts, next) => texts.flatMap((text) => next.map((one) => text + one)), [''])

/** The syntax trees of files, and the possible texts of their expressions. */
export function codeOf(files: SourceFile[]) {
  const places = files.flatMap(({ path, text }) =>
    placesIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Part, path),
  )
  const calls = Map.groupBy(
    places.filter(({ part }) => /^(?:Call|New)Expression$/.test(part.type)),
    ({ part }) => calledIn(part['callee']) ?? '',
  )
  const elements = Map.groupBy(
    places.filter(({ part }) => part.type === 'JSXOpeningElement'),
    ({ part }) => nameIn(part['name']) ?? '',
  )
  const argumentAt = ({ part }: Place, at: number) => partsIn(part['arguments'])[at]

  /** The possible texts of a parameter: the arguments that calls pass for it; the name in braces if they are unknown. */
  function valuesOf(name: string, place: Place): string[] {
    for (const { name: owner, params } of functionsAround(place)) {
      const at = params.findIndex((param) => (nameIn(param) ?? nameIn(param['left'])) === name)
      const found = at < 0 ? [] : (calls.get(owner) ?? [])
      const values = found.flatMap((call) => textsOf(argumentAt(call, at) ?? partsIn(params[at]?.['right'])[0], call))
      const attributes = (elements.get(owner) ?? []).flatMap(({ part }) => partsIn(part['attributes']))
      const texts = attributes.filter((one) => nameIn(one['name']) === name).map((one) => textIn(one['value']))
      const all = [...values, ...texts.filter((text) => text !== undefined)]
      if (all.length > 0) return [...new Set(all)]
      if (at >= 0) break
    }
    return [`{${name}}`]
  }

  /** All texts that an expression may evaluate to; parts that are unknown before it runs are in braces. */
  function textsOf(part: Part | undefined, place: Place, isFollowed = true): string[] {
    const text = textIn(part)
    const name = nameIn(part)
    if (text !== undefined) return [text]
    if (name) return isFollowed ? valuesOf(name, place) : [`{${name}}`]
    const below = (key: string) => partsIn(part?.[key]).flatMap((one) => textsOf(one, place, isFollowed))
    if (part?.type === 'ConditionalExpression') return [...below('consequent'), ...below('alternate')]
    if (part?.type === 'LogicalExpression') return [...below('left'), ...below('right')]
    if (part?.type !== 'TemplateLiteral') return ['{}']
    const between = partsIn(part['expressions']).map((one) => textsOf(one, place, isFollowed))
    return joined(piecesOf(part).flatMap((piece, at) => [[piece], between[at] ?? ['']]))
  }

  return {
    places,
    /** The arguments at this position of all calls of a function or constructor. */
    argumentsOf: (name: string, at: number) =>
      (calls.get(name) ?? []).flatMap((call) => {
        const part = argumentAt(call, at)
        return part ? [{ part, path: call.path, outer: call }] : []
      }),
    texts: (place: Place) => textsOf(place.part, place),
    /** The first possible text, with every name in braces. */
    form: (place: Place) => textsOf(place.part, place, false)[0],
  }
}
