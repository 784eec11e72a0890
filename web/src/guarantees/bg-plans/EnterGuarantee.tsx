import { type BgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { ActionLink, glyph } from '../../ui/shell/RowActions.tsx'
import { planName } from './plan-words.ts'

const to = '/contracts/instruments/create'

const paperGlyph = glyph(
  'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2M12 11v6M9 14h6',
)

/** Whether the user can enter the guarantee for the plan: the plan is still open, and the user may create instruments and change plans. */
function useMayEnter({ state }: BgPlan): boolean {
  const mayEnter = useCan(createInstrument)
  const mayName = useCan(updateBgPlan)
  return mayEnter && mayName && state === 'PLANNED'
}

/** The button beside the title of a planned guarantee that opens the form for the actual guarantee. */
export function EnterGuarantee({ plan }: { plan: BgPlan }) {
  if (!useMayEnter(plan)) return null
  return (
    <LinkButton variant="default" to={to} search={{ planId: plan.id }}>
      {t('Enter the guarantee')}
    </LinkButton>
  )
}

/** The same action in a row of the list. */
export function EnterGuaranteeOfRow({ plan }: { plan: BgPlan }) {
  if (!useMayEnter(plan)) return null
  return (
    <ActionLink
      label={t('Enter the guarantee of {name}', { name: planName(plan) })}
      to={to}
      search={{ planId: plan.id }}
      icon={paperGlyph}
    />
  )
}
