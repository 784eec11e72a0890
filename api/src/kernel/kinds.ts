import type * as z from 'zod/mini'
import {
  active,
  day,
  freeStatus,
  moment,
  money,
  percentage,
  positiveMoney,
  share,
  signedMoney,
  signedPercentage,
  total,
} from './fields.ts'

/** The kind of a field's values, for showing it, writing it into a sheet and reading it from one. */
export type Kind =
  | 'text'
  | 'choice'
  | 'choices'
  | 'money'
  | 'percent'
  | 'number'
  | 'day'
  | 'moment'
  | 'boolean'
  | 'active'
  | 'pairs'

const named = new Map<z.core.$ZodType, Kind>([
  [money, 'money'],
  [positiveMoney, 'money'],
  [signedMoney, 'money'],
  [total, 'money'],
  [signedPercentage, 'percent'],
  [percentage, 'percent'],
  [share, 'percent'],
  [active, 'active'],
  [freeStatus, 'choice'],
  [day, 'day'],
  [moment, 'moment'],
])

const byType: Partial<Record<z.core.$ZodTypeDef['type'], Kind>> = {
  enum: 'choice',
  record: 'pairs',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
}

/** The kind of a field's schema, also if it is optional or nullable. */
export function kindOf(schema: z.core.$ZodType): Kind {
  const { def } = schema._zod
  const known = named.get(schema)
  if (known) return known
  if ('innerType' in def) return kindOf(def.innerType as z.core.$ZodType)
  if ('element' in def && kindOf(def.element as z.core.$ZodType) === 'choice') return 'choices'
  return byType[def.type] ?? 'text'
}

/** The kind of each field of a record. */
export const kindsOf = <S extends z.core.$ZodShape>({ shape }: { shape: S }) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kindOf(schema)])) as Record<keyof S, Kind>
