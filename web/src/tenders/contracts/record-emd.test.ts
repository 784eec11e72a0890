import { createDeposit } from '@plinth/api/deposits/deposits'
import { expect, test } from 'vitest'
import { recordEmd } from './record-emd.ts'

test('an EMD is offered to whoever may enter a deposit', () => {
  expect(recordEmd('1').call.allow).toEqual(createDeposit.allow)
})
