import { Button } from '@mantine/core'
import { type RuleKind, ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { createStatutoryRule, type StandingRule } from '@plinth/api/money/statutory-rules'
import { counted } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { type RuleActs, RuleLine } from './RuleLine.tsx'
import classes from './StatutoryRules.module.css'

interface Props extends Omit<RuleActs, 'onConfirm'> {
  kind: RuleKind
  /** The rules of the kind, the company's own first. */
  rules: readonly StandingRule[]
  onEnter: (kind: RuleKind) => void
}

const isNow = ({ standing }: StandingRule) => standing !== 'OVER' && standing !== 'TO_COME'

/** The rules of one kind: those in force, the company's above what they replace, and folded the earlier and later ones. */
export function KindRules({ kind, rules, onEnter, ...acts }: Props) {
  const mayEnter = useCan(createStatutoryRule)
  const name = translated(ruleKindLabels[kind])
  const now = rules.filter(isNow)
  const others = rules.filter((rule) => !isNow(rule))
  const lines = (some: readonly StandingRule[]) => (
    <ul>
      {some.map((rule) => (
        <RuleLine key={rule.id} rule={rule} name={name} {...acts} />
      ))}
    </ul>
  )
  return (
    <li className={classes['kind']}>
      <div className={classes['head']}>
        <h3>{name}</h3>
        {mayEnter && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onEnter(kind)}
            aria-label={t('Put our own beside it: {name}', { name })}
            data-screen-only
          >
            {t('Put our own beside it')}
          </Button>
        )}
      </div>
      {now.length > 0 ? lines(now) : <div className={`hint ${classes['note']}`}>{t('No rule on this day')}</div>}
      {others.length > 0 && (
        <details className={classes['others']}>
          <summary>{t('Before and after: {rules}', { rules: counted(others.length, 'rule') })}</summary>
          {lines(others)}
        </details>
      )}
    </li>
  )
}
