import { Anchor, Button } from '@mantine/core'
import {
  confirmStatutoryRule,
  deleteStatutoryRule,
  type StandingRule,
  updateStatutoryRule,
} from '@plinth/api/money/statutory-rules'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { ActionButton, ActionGroup, DeleteAction, glyphs } from '../../ui/shell/RowActions.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import { answererText, placeText, ruleText, type Surety, spanText, suretyOf } from './rule-words.ts'
import classes from './StatutoryRules.module.css'

const tones: Record<Surety, Tone> = {
  OURS: 'progress',
  CONFIRMED: 'good',
  VERIFIED: 'good',
  COMMON_KNOWLEDGE: 'neutral',
  TO_BE_CONFIRMED: 'warning',
}

export interface RuleActs {
  /** If omitted, rules cannot be confirmed here. */
  onConfirm?: (rule: StandingRule) => void
  onEdit: (rule: StandingRule) => void
}

/** One rule: its sentence, days and place, its certainty, and its source. */
export function RuleLine({ rule, name, onConfirm, onEdit }: RuleActs & { rule: StandingRule; name: string }) {
  const mayConfirm = useCan(confirmStatutoryRule)
  const mayEdit = useCan(updateStatutoryRule)
  const answerer = answererText(rule)
  const { id, scope, waits, isOwn, isUsed, remark, standing } = rule
  const fullName = `${name}, ${ruleText(rule)}`
  return (
    <li className={classes['rule']} data-standing={standing}>
      <div className={classes['said']}>{ruleText(rule)}</div>
      <div className={classes['line']}>
        <StatusBadge status={suretyOf(rule)} tones={tones} />
        <span>{spanText(rule)}</span>
        {scope !== 'IN' && <span>{placeText(scope)}</span>}
        {standing === 'REPLACED' && <span>{t('Another counts in its place')}</span>}
        {standing === 'ELSEWHERE' && <span>{t('Not at the place chosen above')}</span>}
        {standing === 'TO_COME' && <span>{t('Does not hold yet')}</span>}
      </div>
      <Source rule={rule} />
      {answerer && <div className={`hint ${classes['note']}`}>{remark ? `${answerer}: ${remark}` : answerer}</div>}
      {waits && mayConfirm && onConfirm && (
        <div className={classes['acts']} data-screen-only>
          <Button size="xs" onClick={() => onConfirm(rule)} aria-label={t('Confirm {name}', { name: fullName })}>
            {t('Confirm')}
          </Button>
        </div>
      )}
      {isOwn && !isUsed && (
        <div className={classes['acts']} data-screen-only>
          <ActionGroup>
            {mayEdit && (
              <ActionButton
                label={t('Edit {name}', { name: fullName })}
                icon={glyphs.edit}
                onClick={() => onEdit(rule)}
              />
            )}
            <DeleteAction
              name={fullName}
              remove={{
                endpoint: deleteStatutoryRule,
                params: { id },
                confirm: t('Are you sure you want to delete this rule?'),
              }}
            />
          </ActionGroup>
        </div>
      )}
    </li>
  )
}

/** The source of a rule, and the day on which it was last looked up. */
function Source({ rule }: { rule: StandingRule }) {
  const { isOwn, trust, sourceTitle, sourceReference, sourceUrl, publishedOn, readOn } = rule
  const read = readOn && { day: dayText(readOn) }
  const days = [
    publishedOn && t('of {day}', { day: dayText(publishedOn) }),
    read && (isOwn || trust === 'V' ? t('looked up on {day}', read) : t('as known on {day}', read)),
  ].filter(Boolean)
  return (
    <div className={`hint ${classes['note']}`}>
      <cite>
        {sourceUrl ? (
          <Anchor href={sourceUrl} target="_blank" rel="noreferrer" inherit underline="always">
            {sourceTitle}
          </Anchor>
        ) : (
          sourceTitle
        )}
      </cite>
      {sourceReference && (
        <>
          ; <cite>{sourceReference}</cite>
        </>
      )}
      {days.map((text) => `; ${text}`)}
    </div>
  )
}
