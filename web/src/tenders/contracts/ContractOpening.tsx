import { Skeleton } from '@mantine/core'
import { filterAgreements } from '@plinth/api/money/agreements'
import type { Contract } from '@plinth/api/tenders/contracts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { type RecordSide, RecordSides } from '../../ui/form/RecordSides.tsx'
import { RecordStory } from '../../ui/record/RecordStory.tsx'
import { ContractHead } from './ContractHead.tsx'
import { storyOfContract } from './contract-story.ts'
import { questionOf, useBidCheck } from './useBidCheck.ts'
import { useContractFacts } from './useContractFacts.ts'

const sidesOf = (bid: RecordSide[], agreements: RecordSide[]): RecordSide[] => [
  { id: 'facts', label: t('Facts') },
  { id: 'deposits', label: t('Deposits') },
  { id: 'exemptions', label: t('Exemptions') },
  ...bid,
  { id: 'terms', label: t('Terms') },
  { id: 'project', label: t('Project') },
  ...agreements,
  { id: 'papers', label: t('Papers') },
  { id: 'notes', label: t('Notes') },
  { id: 'history', label: t('History') },
]

/** The top of a contract's page. */
export function ContractOpening({ contract }: { contract: Contract }) {
  const facts = useContractFacts(contract)
  const bid = useBidCheck(contract)
  const maySeeAgreements = useCan(filterAgreements)
  return (
    <>
      <ContractHead contract={contract} />
      {facts ? <RecordStory steps={storyOfContract(contract, facts)} /> : <Skeleton height={81} mb="sm" />}
      <RecordSides
        sides={sidesOf(
          bid.isShown ? [{ id: 'bid', label: questionOf(contract) }] : [],
          maySeeAgreements ? [{ id: 'agreements', label: t('Agreements') }] : [],
        )}
      />
    </>
  )
}
