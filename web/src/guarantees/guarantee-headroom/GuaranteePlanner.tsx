import { Skeleton, Text } from '@mantine/core'
import { createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { type GuaranteeHeadroom, getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { instrumentKinds, isBankGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { counted, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import classes from './Guarantees.module.css'
import { LimitCard } from './LimitCard.tsx'
import { PlannerSums } from './PlannerSums.tsx'

/** Filter of the register for the guarantees that can have a bank limit. */
const bankGuarantees = { kind: instrumentKinds.filter(isBankGuarantee) }

/** Notes how many guarantees count against no limit, with a link to them. */
function WithoutLimit({ guarantees, amount }: GuaranteeHeadroom['withoutLimit']) {
  const mayLook = useCan(filterInstruments)
  if (guarantees === 0) return null
  const values = { guarantees: counted(guarantees, 'bank guarantee'), amount: rupees(amount) }
  return (
    <Text className={classes['hint']}>
      <IconInfoCircle size={16} aria-hidden />
      <span>
        {guarantees === 1
          ? t('{guarantees} of {amount} says no bank limit and counts nowhere here.', values)
          : t('{guarantees} of {amount} say no bank limit and count nowhere here.', values)}{' '}
        {mayLook && (
          <Link to="/contracts/instruments" search={bankGuarantees}>
            {t('Bank guarantees in the register')}
          </Link>
        )}
      </span>
    </Text>
  )
}

const NoLimits = () => (
  <Empty filtered={false}>
    <Text fw={600}>{t('Enter the limits of your banks')}</Text>
    <Text c="dimmed" mb="md">
      {t('From then on this page says how much more each bank can guarantee, and what must come free first.')}
    </Text>
    <LinkButton to="/payments/bank-limits/create" call={createBankFacility} className={classes['press'] ?? ''}>
      {t('Enter a limit')}
    </LinkButton>
  </Empty>
)

/** The planner: whether another guarantee can be given, at which bank, and what must come free first. */
export function GuaranteePlanner() {
  const headroom = useRecord(getGuaranteeHeadroom)
  const { data } = headroom
  return (
    <Screen
      title={t('Guarantee planner')}
      source={headroom}
      failure={t('Failed to fetch what is left of the limits')}
      actions={
        <>
          <LinkButton variant="default" to="/payments/bank-limits" className={classes['press'] ?? ''}>
            {t('Bank limits')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/guarantee-plans" className={classes['press'] ?? ''}>
            {t('Planned guarantees')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/rules" className={classes['press'] ?? ''}>
            {t('Rules of law and practice')}
          </LinkButton>
        </>
      }
    >
      {data?.facilities.length !== 0 && <PlannerSums facilities={data?.facilities} />}
      {data && <WithoutLimit {...data.withoutLimit} />}
      {data?.facilities.length === 0 && <NoLimits />}
      <div className={classes['limits']} aria-busy={data === undefined}>
        {data
          ? data.facilities.map((limit) => <LimitCard key={limit.facilityId} limit={limit} span={data} />)
          : [0, 1].map((place) => <Skeleton key={place} height={560} radius={8} aria-hidden />)}
      </div>
    </Screen>
  )
}
