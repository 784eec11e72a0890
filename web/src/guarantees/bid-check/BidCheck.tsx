import { Group, Skeleton, Text } from '@mantine/core'
import { createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { BidCheck as Check } from '@plinth/api/guarantees/guarantee-headroom'
import type { Contract } from '@plinth/api/tenders/contracts'
import { t } from '../../lib/language.ts'
import { questionOf, useBidCheck } from '../../tenders/contracts/useBidCheck.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { planFor } from '../bg-plans/plan-words.ts'
import { BidBanks } from './BidBanks.tsx'
import classes from './BidCheck.module.css'
import { BidGuarantees } from './BidGuarantees.tsx'
import { BidMissing } from './BidMissing.tsx'
import { answerText, proposedNoteText } from './bid-words.ts'
import { ExemptPurposes } from './ExemptPurposes.tsx'
import { VerdictIcon } from './VerdictIcon.tsx'
import { WaysRound } from './WaysRound.tsx'

/** Whether the limits of the company's banks are enough for the guarantees of a tender, why, and what can be done. */
export function BidCheck({ contract }: { contract: Contract }) {
  const { check } = useBidCheck(contract)
  const { data, error } = check
  return (
    <RecordSection title={questionOf(contract)} source={check}>
      {!data && !error && <Skeleton height={240} aria-hidden />}
      {data && <Answer contract={contract} check={data} />}
    </RecordSection>
  )
}

function Answer({ contract, check }: { contract: Contract; check: Check }) {
  const { verdict, plans, missing, banks } = check
  const proposedNote = proposedNoteText(check)
  return (
    <div className={classes['check']}>
      <p className={classes['answer']} aria-live="polite">
        <VerdictIcon verdict={verdict} size={22} />
        <span>{answerText(check)}</span>
      </p>
      {proposedNote && (
        <Text size="sm" c="dimmed">
          {proposedNote}
        </Text>
      )}
      <ExemptPurposes contractId={contract.id} purposes={[...plans, ...missing].map(({ purpose }) => purpose)} />
      {plans.length > 0 && <BidGuarantees plans={plans} />}
      {missing.length > 0 && <BidMissing contractId={contract.id} missing={missing} />}
      {plans.length > 0 && banks.length === 0 && <NoLimits />}
      {banks.length > 0 && <BidBanks contractId={contract.id} check={check} />}
      {verdict !== null && verdict !== 'YES' && <WaysRound />}
      <Group gap="xs" className={classes['acts'] ?? ''} data-screen-only>
        <LinkButton variant="default" size="xs" {...planFor(contract.id)} call={createBgPlan}>
          {plans.length > 0 ? t('Plan another guarantee') : t('Plan a guarantee')}
        </LinkButton>
      </Group>
    </div>
  )
}

const NoLimits = () => (
  <div className={classes['part']}>
    <Text mb="xs">
      {t('Which bank can give them is told once it is known up to how much each guarantees for you.')}
    </Text>
    <LinkButton size="xs" to="/payments/bank-limits/create" call={createBankFacility}>
      {t('Enter the limits of your banks')}
    </LinkButton>
  </div>
)
