import { createDeposit } from '@plinth/api/deposits/deposits'
import { expect, test } from 'vitest'
import { recordEmd } from './record-emd.ts'

test('the EMD step is offered to everybody who may enter a deposit', () => {
  expect(recordEmd('1').call.allow).toEqual(createDeposit.allow)
})
