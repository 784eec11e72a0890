import { expect, test } from 'vitest'
import type { Operation } from '../../lib/outbox-rules.ts'
import { readWaiting, withHead } from './sheet-waiting.ts'
import { channelName } from './sheet-words.ts'

const sheetId = '019ac000-0000-7000-8000-000000000001'
const agreementId = '019ac000-0000-7000-8000-000000000002'
const sheet = { agreementId, deviceKey: sheetId, measuredOn: '2026-11-30', present: ['A. Rao'], location: 'Ring 14' }
const operation = (overrides: Partial<Operation> = {}): Operation => ({
  id: '019ac000-0000-7000-8000-000000000003',
  channel: channelName,
  kind: 'SHEET',
  madeAt: '2026-11-29T10:00:00Z',
  body: { sheetId, sheet, agreement: { number: 'AG-1', name: 'Tunnel' }, entry: null },
  wasSent: true,
  verdict: { outcome: 'REFUSED', said: { message: 'No' } },
  ...overrides,
})

test('a changed head replaces the head of every operation of its sheet, and keeps the agreement and the key', () => {
  const head = { measuredOn: '2026-11-29', present: [], book: 'MB 4' }
  const body = withHead(operation(), sheetId, head)
  expect(body).toMatchObject({ agreement: { number: 'AG-1' }, entry: null })
  expect(body?.['sheet']).toEqual({ ...head, agreementId, deviceKey: sheetId })
  expect(readWaiting(operation({ body: body ?? {} }))?.sheet).toEqual(body?.['sheet'])
})

test('operations of another sheet, of another channel or of an older release are not changed', () => {
  expect(withHead(operation(), agreementId, sheet)).toBeNull()
  expect(withHead(operation({ channel: 'tasks' }), sheetId, sheet)).toBeNull()
  expect(withHead(operation({ body: { sheetId } }), sheetId, sheet)).toBeNull()
})
