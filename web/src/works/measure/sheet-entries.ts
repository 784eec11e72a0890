import type { SentLine } from '@plinth/api/works/measurement-lines'
import type { MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { keepPhotoFor } from '../../documents/documents/outbox-photos.ts'
import { keepOperations, type NewOperation, outbox } from '../../lib/outbox.ts'
import { newUuid } from '../../lib/uuid.ts'
import './outbox-channel.ts'
import { type ChangedHead, headOf, type LineItem, type WaitingContent, withHead } from './sheet-waiting.ts'
import { channelName } from './sheet-words.ts'

/** Stores measurements on this device, and sends them as soon as there is a connection. */

/** The stored content of a line or photo, with the head of its sheet. */
function contentOf(sheet: MeasurementSheet, entry: WaitingContent['entry']): WaitingContent {
  return {
    sheetId: sheet.id,
    sheet: headOf(sheet),
    agreement: { number: sheet.agreementNumber, name: sheet.agreementName },
    entry,
  }
}

function lineOperation(sheet: MeasurementSheet, line: Omit<SentLine, 'id'>, item: LineItem): NewOperation {
  const id = newUuid()
  return { id, channel: channelName, kind: 'LINE', body: { ...contentOf(sheet, { line: { ...line, id }, item }) } }
}

/** Stores a new sheet on this device. Returns the reason if that failed. */
export const keepSheet = (content: Omit<WaitingContent, 'entry'>): Promise<string | undefined> =>
  keepOperations([{ id: newUuid(), channel: channelName, kind: 'SHEET', body: { ...content, entry: null } }])

/** Stores a line of a sheet. Returns the reason if that failed. */
export const keepLine = (
  sheet: MeasurementSheet,
  line: Omit<SentLine, 'id'>,
  item: LineItem,
): Promise<string | undefined> => keepOperations([lineOperation(sheet, line, item)])

/**
 * Changes the head of a sheet that exists on this device alone, and sends everything of it again. False if the server may have the
 * sheet by now, or nothing of it waits.
 */
export const changeHead = async (sheetId: string, head: ChangedHead): Promise<boolean> =>
  (await outbox()?.rewrite((operation) => withHead(operation, sheetId, head))) ?? false

/** Replaces a line that waits or was rejected. False if the server may have the line by now. */
export const replaceLine = async (
  id: string,
  sheet: MeasurementSheet,
  line: Omit<SentLine, 'id'>,
  item: LineItem,
): Promise<boolean> => (await outbox()?.replace(id, lineOperation(sheet, line, item))) ?? false

/** Gives up a line that waits or was rejected. */
export const giveUpLine = (id: string): Promise<void> | undefined => outbox()?.discard(id)

/** Stores a photo of a sheet. Returns the reason if that failed. */
export const keepPhoto = (sheet: MeasurementSheet, photo: File): Promise<string | undefined> =>
  keepPhotoFor({ channel: channelName, body: { ...contentOf(sheet, null) } }, photo)
