import { instrumentInput, instrumentLabels } from '@plinth/api/guarantees/instruments'
import { notANumber } from '@plinth/api/kernel/amounts'
import { type Message, messageOfIssue } from '@plinth/api/kernel/messages'
import { safeParse } from 'zod/v4/core'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { translated } from '../../lib/language.ts'
import { faultText } from '../../ui/form/form-context.ts'
import type { Body, Entry } from './complete-rows.ts'

/** The faults of a row by field; a fault of no field is `root`, shown below the row. */
export type Faults = Partial<Record<keyof Entry | 'root', string>>

const fields = ['kind', 'amount', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const
const labels = new Map<string, string>(
  Object.entries(instrumentLabels).map(([name, label]) => [name, translated(label)]),
)
/** Faults of fields that a row does not show, and the field where the user can correct them. */
const fieldToCorrect: Readonly<Record<string, string>> = { instrumentId: 'amount', happenedOn: 'issuedOn' }

function faultsAt(messages: readonly (readonly [path: string, said: Message])[], body: Body): Faults {
  const values: Record<string, unknown> = body
  const faultEntries = messages.map(([path, message]) => {
    const at = fieldToCorrect[path] ?? path
    const place = fields.find((name) => name === at) ?? 'root'
    return [place, faultText(labels, at, message, values[at])] as const
  })
  return Object.fromEntries(faultEntries.toReversed())
}

/** The body of a row, or the faults that the API would find in it. */
export function checked(entry: Entry, body: Body) {
  if (typeof entry.amount === 'string')
    return { faults: faultsAt([['amount', { message: notANumber.amount }]], { ...body, amount: Number.NaN }) }
  const { error, data } = safeParse(instrumentInput, body)
  return error
    ? {
        faults: faultsAt(
          error.issues.map((issue) => [String(issue.path[0]), messageOfIssue(issue)]),
          body,
        ),
      }
    : { body: data }
}

/** The faults of a row that the server refused. */
export function refusalOf(error: unknown, body: Body): Faults {
  if (!(error instanceof CallError) || error.fields.length === 0) return { root: reasonOf(error) }
  return faultsAt(
    error.fields.map((field) => [field.path.split('.')[0] ?? field.path, field]),
    body,
  )
}
