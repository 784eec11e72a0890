import { expect, test } from 'vitest'
import type { Operation } from '../../lib/outbox-rules.ts'
import { readWaiting, withHead } from './sheet-waiting.ts'
import { channelName } from './sheet-words.ts'

const sheetId = '019ac000-0000-7000-8000-000000000001'
const agreementId = '019ac000-0000-7000-8000-000000000002'
const sheet = { agreementId, deviceKey: sheetId, measuredOn: '2026-11-30', present: ['A. Rao'], location: 'Ring 14' }
const kept = (given: Partial<Operation> = {}): Operation => ({
  id: '019ac000-0000-7000-8000-000000000003',
  channel: channelName,
  kind: 'SHEET',
  madeAt: '2026-11-29T10:00:00Z',
  body: { sheetId, sheet, agreement: { number: 'AG-1', name: 'Tunnel' }, entry: null },
  wasSent: true,
  verdict: { outcome: 'REFUSED', said: { message: 'No' } },
  ...given,
})

test('a changed head replaces that of each operation of its sheet, and keeps agreement and key', () => {
  const head = { measuredOn: '2026-11-29', present: [], book: 'MB 4' }
  const body = withHead(kept(), sheetId, head)
  expect(body).toMatchObject({ agreement: { number: 'AG-1' }, entry: null })
  expect(body?.['sheet']).toEqual({ ...head, agreementId, deviceKey: sheetId })
  expect(readWaiting(kept({ body: body ?? {} }))?.sheet).toEqual(body?.['sheet'])
})

test('an operation of another sheet, of another channel or of an older release keeps its head', () => {
  expect(withHead(kept(), agreementId, sheet)).toBeNull()
  expect(withHead(kept({ channel: 'tasks' }), sheetId, sheet)).toBeNull()
  expect(withHead(kept({ body: { sheetId } }), sheetId, sheet)).toBeNull()
})
