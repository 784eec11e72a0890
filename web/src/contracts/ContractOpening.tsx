import { Skeleton } from '@mantine/core'
import type { Contract } from '@plinth/api/contracts'
import { t } from '../lib/language.ts'
import { RecordSides } from '../ui/RecordSides.tsx'
import { RecordStory } from '../ui/RecordStory.tsx'
import { ContractHead } from './ContractHead.tsx'
import { storyOfContract } from './contract-story.ts'
import { useContractFacts } from './useContractFacts.ts'

const sides = [
  { id: 'facts', label: t('Facts') },
  { id: 'deposits', label: t('Deposits') },
  { id: 'project', label: t('Project') },
  { id: 'papers', label: t('Papers') },
  { id: 'notes', label: t('Notes') },
  { id: 'history', label: t('History') },
]

/** What the page of a contract begins with. */
export function ContractOpening({ contract }: { contract: Contract }) {
  const facts = useContractFacts(contract)
  return (
    <>
      <ContractHead contract={contract} />
      {facts ? <RecordStory steps={storyOfContract(contract, facts)} /> : <Skeleton height={81} mb="sm" />}
      <RecordSides sides={sides} />
    </>
  )
}
