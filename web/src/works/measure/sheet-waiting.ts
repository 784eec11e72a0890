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

/** The unsent entries of the measurement book on this device: new sheets, lines and photos. */

/** The facts of an item that are needed to show a line of it without a server. */
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
  /** The head of the sheet, sent with every line: the first line to arrive creates the sheet. */
  sheet: sentLines.shape.sheet,
  agreement: z.object({ number: z.string(), name: z.string() }),
  /** Null for a new sheet, and for a photo. */
  entry: z.nullable(z.object({ line: sentLine, item })),
})
export type WaitingContent = z.infer<typeof content>

export type SheetHead = WaitingContent['sheet']
/** The fields of a head that can be changed: neither the agreement nor the device key. */
export type ChangedHead = Omit<SheetHead, 'agreementId' | 'deviceKey'>

export interface WaitingEntry extends WaitingContent {
  operation: Operation
}

/** The content of an operation; null if an older release stored it in a form that cannot be read. */
export function readWaiting(operation: Operation): WaitingEntry | null {
  const { data } = content.safeParse(operation.body)
  return data ? { ...data, operation } : null
}

/** The head of a sheet as it is sent with every line. */
export function headOf(sheet: MeasurementSheet): SheetHead {
  const { id, agreementId, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment } = sheet
  const deviceKey = sheet.deviceKey ?? id
  return { agreementId, deviceKey, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment }
}

/** The body of an operation after its sheet got this head; null for an operation of another sheet. The agreement and the key stay. */
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

/** An unsent line in the form of a stored one, with the contents that the server will compute. */
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

/** The sheet as far as this device knows it: a draft of the user, without its stored lines. */
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
  /** The sheet as far as this device knows it. */
  sheet: MeasurementSheet
  /** Whether the sheet was created on this device and is unsent, so that none of its lines is stored. */
  isNew: boolean
  /** Why the server rejected the sheet itself; null if it has not been sent. */
  verdict: Verdict | null
  /** Lines that are not sent yet. */
  lines: MeasurementLine[]
  /** Lines that the server rejected. */
  refused: MeasurementLine[]
  photos: number
  /** By the id of the line. */
  operations: ReadonlyMap<string, Operation>
}

function waitingSheetOf(entries: readonly WaitingEntry[]): WaitingSheet[] {
  const [first] = entries
  if (!first) return []
  const newSheet = entries.find(({ operation }) => operation.kind === 'SHEET')
  return [
    {
      sheet: sheetOf(first),
      isNew: newSheet !== undefined,
      verdict: newSheet?.operation.verdict ?? null,
      lines: entries.filter(({ operation }) => operation.verdict === null).flatMap(lineOf),
      refused: entries.filter(({ operation }) => operation.verdict !== null).flatMap(lineOf),
      photos: entries.filter(({ operation }) => operation.file).length,
      operations: new Map(entries.map(({ operation }) => [operation.id, operation])),
    },
  ]
}

/** The sheets with unsent entries on this device, in the order of entry. */
export function useWaitingSheets(): WaitingSheet[] {
  const { operations } = useWaiting()
  return useMemo(() => {
    const entries = operations.flatMap((one) => (one.channel === channelName ? (readWaiting(one) ?? []) : []))
    return [...Map.groupBy(entries, ({ sheetId }) => sheetId).values()].flatMap(waitingSheetOf)
  }, [operations])
}

/** Whether the server, as far as is known, does not have the sheet; its head is then changed on this device. */
export const isOnlyOnDevice = ({ isNew }: WaitingSheet, stored: { error: CallError | null }): boolean =>
  isNew || stored.error?.status === 404

/** The unsent entries of a sheet, without lines that are stored although their answer has not arrived yet. */
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
