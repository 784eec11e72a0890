import { agreementRoundings } from '@plinth/api/money/agreement-choices'
import { type MeasurementLine, sentLine, sentLines } from '@plinth/api/works/measurement-lines'
import type { MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import type { Operation, Verdict } from '../../lib/outbox-rules.ts'
import { currentUser } from '../../lib/session.ts'
import { useWaiting } from '../../lib/waiting.ts'
import { typedContents, typedLineOf } from './line-typed.ts'
import { channelName } from './sheet-words.ts'

/** What of the measurement book waits on this device to be sent: sheets that begin, their lines and photos. */

/** What is kept of an item, to show a line of it without a server. */
const item = z.object({
  itemNo: z.nullable(z.string()),
  description: z.string(),
  unit: z.nullable(z.string()),
  decimals: z.int(),
  rounding: z.enum(agreementRoundings),
})
export type LineItem = z.infer<typeof item>

const content = z.object({
  sheetId: z.string(),
  /** The head, sent along with every line: whichever is sent first begins the sheet. */
  sheet: sentLines.shape.sheet,
  agreement: z.object({ number: z.string(), name: z.string() }),
  /** None of a sheet that begins, and of a photo. */
  entry: z.nullable(z.object({ line: sentLine, item })),
})
export type WaitingContent = z.infer<typeof content>

export type SheetHead = WaitingContent['sheet']
/** What of a head is changed: never the agreement, nor the key of the device. */
export type ChangedHead = Omit<SheetHead, 'agreementId' | 'deviceKey'>

export interface WaitingEntry extends WaitingContent {
  operation: Operation
}

/** What was kept of an operation; null for what an older release has left and nobody can read. */
export function readWaiting(operation: Operation): WaitingEntry | null {
  const { data } = content.safeParse(operation.body)
  return data ? { ...data, operation } : null
}

/** The head of a sheet as it is sent along with every line. */
export function headOf(sheet: MeasurementSheet): SheetHead {
  const { id, agreementId, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment } = sheet
  const deviceKey = sheet.deviceKey ?? id
  return { agreementId, deviceKey, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment }
}

/** What is kept of an operation once its sheet has this head; null for one of another sheet. The agreement and the key stay. */
export function withHead(operation: Operation, sheetId: string, head: ChangedHead): Operation['body'] | null {
  const read = operation.channel === channelName ? readWaiting(operation) : null
  if (read?.sheetId !== sheetId) return null
  const { agreementId, deviceKey } = read.sheet
  return { ...operation.body, sheet: { ...head, agreementId, deviceKey } }
}

function stampsOf(madeAt: string) {
  const author = currentUser()?.id ?? null
  const changes = { createdAt: madeAt, updatedAt: madeAt, createdBy: author, updatedBy: author }
  return { ...changes, isDeleted: false, deletedAt: null, deletedBy: null }
}

/** A line that waits, as a stored one, with the contents that the server will compute of it. */
function lineOf({ sheetId, entry, operation: { madeAt } }: WaitingEntry): MeasurementLine[] {
  if (!entry) return []
  const { line, item: of } = entry
  return [
    {
      ...line,
      description: line.description ?? null,
      nos: line.nos ?? null,
      parts: line.parts ?? null,
      length: line.length ?? null,
      breadth: line.breadth ?? null,
      depth: line.depth ?? null,
      factor: line.factor ?? null,
      typed: line.typed ?? null,
      correctsLineId: line.correctsLineId ?? null,
      sheetId,
      lineNo: null,
      itemNo: of.itemNo,
      itemDescription: of.description,
      unit: of.unit,
      decimals: of.decimals,
      rounding: of.rounding,
      contents: Number(typedContents(typedLineOf(line), of.decimals, of.rounding)),
      correctsSheet: null,
      correctsLineNo: null,
      isCorrected: false,
      ...stampsOf(madeAt),
    },
  ]
}

/** The sheet as far as this device knows it: a draft of the person's own, without the lines that are stored. */
function sheetOf({ sheetId, sheet, agreement, operation: { madeAt } }: WaitingEntry): MeasurementSheet {
  const author = currentUser()?.username ?? null
  return {
    ...sheet,
    location: sheet.location ?? null,
    chainageFrom: sheet.chainageFrom ?? null,
    chainageTo: sheet.chainageTo ?? null,
    book: sheet.book ?? null,
    page: sheet.page ?? null,
    comment: sheet.comment ?? null,
    id: sheetId,
    number: null,
    agreementNumber: agreement.number,
    agreementName: agreement.name,
    status: 'DRAFT',
    recordedBy: null,
    recordedByName: null,
    recordedAt: null,
    cancelReason: null,
    lineCount: 0,
    createdByName: author,
    updatedByName: author,
    ...stampsOf(madeAt),
    lines: [],
    overMeasured: [],
  }
}

export interface WaitingSheet {
  /** As far as this device knows it. */
  sheet: MeasurementSheet
  /** Whether it begins here, so that no line of it is stored before. */
  begins: boolean
  /** Why the server did not take the sheet itself; null where it was not asked yet. */
  verdict: Verdict | null
  /** Lines that are still to be sent. */
  lines: MeasurementLine[]
  /** Lines that the server refused. */
  refused: MeasurementLine[]
  photos: number
  /** By the id of the line. */
  operations: ReadonlyMap<string, Operation>
}

function waitingSheetOf(entries: readonly WaitingEntry[]): WaitingSheet[] {
  const [first] = entries
  if (!first) return []
  const beginning = entries.find(({ operation }) => operation.kind === 'SHEET')
  return [
    {
      sheet: sheetOf(first),
      begins: beginning !== undefined,
      verdict: beginning?.operation.verdict ?? null,
      lines: entries.filter(({ operation }) => operation.verdict === null).flatMap(lineOf),
      refused: entries.filter(({ operation }) => operation.verdict !== null).flatMap(lineOf),
      photos: entries.filter(({ operation }) => operation.file).length,
      operations: new Map(entries.map(({ operation }) => [operation.id, operation])),
    },
  ]
}

/** The sheets of which something waits on this device, in the order in which it was entered. */
export function useWaitingSheets(): WaitingSheet[] {
  const { operations } = useWaiting()
  return useMemo(() => {
    const entries = operations.flatMap((one) => (one.channel === channelName ? (readWaiting(one) ?? []) : []))
    return [...Map.groupBy(entries, ({ sheetId }) => sheetId).values()].flatMap(waitingSheetOf)
  }, [operations])
}

/** Whether the server does not have the sheet, as far as is known: its head is changed on this device. */
export const isUnknown = ({ begins }: WaitingSheet, stored: { error: CallError | null }): boolean =>
  begins || stored.error?.status === 404

/** What waits of a sheet, without the lines that are stored though no answer has said so yet. */
export function useWaitingSheet(id: string, stored: readonly MeasurementLine[] | undefined): WaitingSheet | undefined {
  const found = useWaitingSheets().find(({ sheet }) => sheet.id === id)
  return useMemo(() => {
    const ids = new Set(stored?.map((line) => line.id))
    return (
      found && {
        ...found,
        lines: found.lines.filter((line) => !ids.has(line.id)),
        operations: new Map([...found.operations].filter(([line]) => !ids.has(line))),
      }
    )
  }, [found, stored])
}
