import { Anchor, Button } from '@mantine/core'
import { updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { Link } from '@tanstack/react-router'
import { rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { useRecordChange, whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { planName, planPath } from '../bg-plans/plan-words.ts'
import classes from './BidCheck.module.css'
import { planText } from './bid-words.ts'

/** The guarantees of a tender: planned at a bank, where they can be edited or dropped, or proposed from its papers. */
export function BidGuarantees({ plans }: { plans: readonly BidPlan[] }) {
  return (
    <section className={classes['part']} aria-label={t('Guarantees of this tender')}>
      <h3>{t('Guarantees of this tender')}</h3>
      <ul className={classes['plans']}>
        {plans.map((plan) => (
          <li key={plan.planId ?? `${plan.purpose} ${plan.neededOn}`}>
            <span>
              {plan.planId ? (
                <Anchor component={Link} to={planPath({ id: plan.planId })} inherit>
                  {words(plan.purpose)}
                </Anchor>
              ) : (
                words(plan.purpose)
              )}
            </span>
            <span className={`figure ${classes['amount']}`}>{rupees(plan.amount)}</span>
            <span className={`hint tabular ${classes['note']}`}>{planText(plan)}</span>
            {plan.planId && plan.updatedAt && <PlanActs plan={plan} id={plan.planId} updatedAt={plan.updatedAt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const look = { variant: 'default', size: 'compact-sm' } as const

function PlanActs({ plan, id, updatedAt }: { plan: BidPlan; id: string; updatedAt: string }) {
  const mayEdit = useCan(updateBgPlan)
  const change = useRecordChange()
  const { attempt, isSending } = useAttempt()
  const name = planName(plan)
  const failed = t('{name} was not dropped.', { name })
  async function drop() {
    await change({
      endpoint: updateBgPlan,
      params: { id },
      body: { state: 'DROPPED' },
      before: { state: 'PLANNED' },
      updatedAt,
      done: t('{name}: dropped', { name }),
      undone: t('{name}: planned', { name }),
      failed,
    })
    regainFocus('bid')
  }
  if (!mayEdit) return null
  return (
    <span className={classes['rowActs']} data-screen-only>
      <LinkButton {...look} to={`${planPath({ id })}/edit`} aria-label={t('Edit {name}', { name })}>
        {t('Edit')}
      </LinkButton>
      <Button
        {...look}
        loading={isSending}
        aria-label={t('Drop {name}', { name })}
        onClick={() => void attempt(drop, failed, whyNotStored)}
      >
        {t('Drop')}
      </Button>
    </span>
  )
}
