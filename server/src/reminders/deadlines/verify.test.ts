import { afterAll, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newContract, newTender } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { mendDeadlines, verifyDeadlines } from './verify.queries.ts'

const { server, company, owner } = await startSuite({ alone: true })
const admin = await adminClient(server.admin ?? {})
afterAll(() => admin.end())

test('verify-deadlines names each changed, missing and extra row, and mending leaves no fault [deposits 11.21a]', async () => {
  const { id: changed } = await newTender(owner)
  const { id: missing } = await newGeneralTask(owner, { dueOn: '2031-06-02', assigneeId: owner.userId })
  const { id: extra } = await newGeneralTask(owner)
  const { id: contractId } = await newContract(owner)
  const { id: deposit } = await newDeposit(owner, contractId, { releaseBasis: 'FIXED', fixedDueOn: '2031-06-09' })
  const other = await newCompany(server)
  await newGeneralTask(await other.as(), { dueOn: '2031-06-03' })
  const sound = await verifyDeadlines(server.door)
  expect(sound).toMatchObject({ faults: [], companies: [] })

  await admin.query(`update deadlines set due_on = '2031-05-09', owner_id = null where record_id = $1`, [changed])
  await admin.query('delete from deadlines where record_id = $1', [missing])
  await admin.query('update deposit_states set over_since = due_on where deposit_id = $1', [deposit])
  await admin.query(
    `insert into deadlines (tenant_id, record_id, kind, record_type, due_on, act_by, owners)
      values ($1, $2, 'PROJECT_ENDS', 'SHIP', '2031-01-01', '2031-01-01', '{}')`,
    [company.id, extra],
  )
  const person = owner.userId
  const found = await verifyDeadlines(server.door)
  expect(found).toEqual({
    deadlines: sound.deadlines,
    faults: [
      `${company.id} TENDER_CLOSES of CONTRACT ${changed} is stored as due_on 2031-05-09, owner_id none, and computed as due_on 2031-05-07, owner_id ${person}`,
      `${company.id} STATE of DEPOSIT ${deposit} is stored as over_since 2031-06-09, and computed as over_since none`,
      `${company.id} GENERAL_TASK_DUE of GENERAL_TASK ${missing} is stored as nothing, and computed as act_by 2031-06-02, due_on 2031-06-02, owners ${person}, owner_id ${person}, open_from none, open_until none`,
      `${company.id} PROJECT_ENDS of SHIP ${extra} is stored as act_by 2031-01-01, due_on 2031-01-01, owners none, owner_id none, open_from none, open_until none, and computed as nothing`,
    ],
    companies: [company.id],
  })

  await mendDeadlines(server.door, company.id)
  expect(await verifyDeadlines(server.door)).toEqual(sound)
})
