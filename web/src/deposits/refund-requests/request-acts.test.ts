import { requestStates } from '@plinth/api/deposits/refund-requests'
import { expect, test } from 'vitest'
import { actsOf } from './request-acts.ts'
import { writeAddress } from './request-path.ts'

test('only a draft can be sent, edited or deleted, only a sent request withdrawn, and a closed one has no action', () => {
  const statesWith = (act: (typeof actsOf)['DRAFT'][number]) =>
    requestStates.filter((state) => actsOf[state].includes(act))
  for (const act of ['SEND', 'EDIT', 'DELETE'] as const) expect(statesWith(act)).toEqual(['DRAFT'])
  expect(statesWith('WITHDRAW')).toEqual(['SENT'])
  expect(statesWith('REMIND')).toEqual(['SENT', 'ANSWERED'])
  expect(actsOf.CLOSED).toEqual([])
})

test('the address of a new letter has the office, and the deposits if there are any', () => {
  expect(writeAddress({ officeId: 'o' })).toEqual({
    to: '/contracts/refund-requests/create',
    search: { officeId: 'o' },
  })
  expect(writeAddress({ officeId: 'o', depositIds: ['a', 'b'] }).search).toEqual({
    officeId: 'o',
    depositId: ['a', 'b'],
  })
})
