import { deleteDocument } from '@plinth/api/documents/documents'
import { updateContract } from '@plinth/api/tenders/contracts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newDocument, textFile } from '../../documents/documents/documents.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { Client } from '../../testing/test-server.ts'

/**
 * Makes calls of every kind, one after the other, until it is stopped; returns the records deleted and created by then.
 */
export function mixedWrites(by: Client, contractId: string) {
  let isOver = false
  const created: string[] = []
  const run = async () => {
    while (!isOver) {
      const contract = await newContract(by, { bidId: null })
      created.push(contract.id)
      await newDeposit(by, contract.id)
      const { id: kept } = await newDocument(by, contractId, textFile(`kept ${contract.id}`))
      const { id: gone } = await newDocument(by, contract.id, textFile(`gone ${kept}`))
      await by.ok(deleteDocument, { params: { id: gone } })
      await by.ok(updateContract, { params: { id: contract.id }, body: { ...contract, comments: 'measured' } })
    }
  }
  const running = Promise.all([run(), run(), run()])
  const stop = async () => {
    isOver = true
    await running
  }
  return { made: created, stop }
}
