import { Alert, Select, Skeleton } from '@mantine/core'
import { type RuleKind, ruleKindLabels, ruleSubjectLabels, ruleSubjects } from '@plinth/api/money/rule-kinds'
import { rulePlaces } from '@plinth/api/money/rule-places'
import { standingOf } from '@plinth/api/money/rules-in-force'
import { listStatutoryRules, type StandingRule, statutoryRuleLabels } from '@plinth/api/money/statutory-rules'
import { type ReactNode, useState } from 'react'
import { today } from '../../lib/days.ts'
import { counted, dayText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { KindRules } from './KindRules.tsx'
import { type RuleActs, RuleLine } from './RuleLine.tsx'
import { placeText, staleSince } from './rule-words.ts'
import classes from './StatutoryRules.module.css'

const ConfirmRule = lazyDialog(() => import('./ConfirmRule.tsx'), 'ConfirmRule')
const EnterRule = lazyDialog(() => import('./EnterRule.tsx'), 'EnterRule')

const places = Object.keys(rulePlaces).map((value) => ({ value, label: placeText(value) }))

const subjects = ruleSubjects.map((value) => ({ value, label: translated(ruleSubjectLabels[value]) }))

/** The dialog or drawer over the screen. */
type Overlay = { confirmed: StandingRule } | { edited: StandingRule } | { entered: StandingRule }

/** The statutory rules on a day, by subject; those that need confirmation first. */
export function StatutoryRules() {
  const [day, setDay] = useState(today)
  const [place, setPlace] = useState('IN')
  const [subject, setSubject] = useState<string | null>(null)
  const found = useRecord(listStatutoryRules)
  // The standing is computed here, so that another day or place needs no request.
  const rules = found.data?.map((rule, _, all) => ({ ...rule, standing: standingOf(rule, all, { day, place }) }))
  const [overlay, setOverlay] = useState<Overlay>()
  const acts: Required<RuleActs> = {
    onConfirm: (confirmed) => setOverlay({ confirmed }),
    onEdit: (edited) => setOverlay({ edited }),
  }
  const close = () => setOverlay(undefined)
  return (
    <Screen title={t('Rules of law and practice')} source={found} failure={t('Failed to fetch rules')}>
      <div className={classes['asked']} data-screen-only>
        <DayInput label={t('As on')} value={day} onChange={(next) => next && setDay(next)} />
        <Select
          label={translated(statutoryRuleLabels.scope)}
          data={places}
          value={place}
          allowDeselect={false}
          searchable
          onChange={(next) => next && setPlace(next)}
        />
        <Select
          label={t('Subject')}
          data={subjects}
          value={subject}
          placeholder={t('Everything')}
          clearable
          onChange={setSubject}
        />
      </div>
      <div style={{ maxWidth: '60rem' }} aria-busy={rules === undefined}>
        {rules ? (
          <Subjects
            rules={subject === null ? rules : rules.filter((rule) => rule.subject === subject)}
            {...acts}
            onEnter={(entered) => setOverlay({ entered })}
          />
        ) : (
          [0, 1].map((at) => <Skeleton key={at} height={360} radius={8} aria-hidden />)
        )}
      </div>
      {overlay && 'confirmed' in overlay && <ConfirmRule rule={overlay.confirmed} onClose={close} />}
      {overlay && 'edited' in overlay && (
        <EnterRule rule={overlay.edited} isNew={false} place={place} onClose={close} />
      )}
      {overlay && 'entered' in overlay && <EnterRule rule={overlay.entered} isNew place={place} onClose={close} />}
    </Screen>
  )
}

interface SubjectsProps extends Required<RuleActs> {
  rules: readonly StandingRule[]
  /** Enters a rule beside this one. */
  onEnter: (rule: StandingRule) => void
}

function Subjects({ rules, onEnter, onConfirm, onEdit }: SubjectsProps): ReactNode {
  const waiting = rules.filter(({ waits, standing }) => waits && standing !== 'OVER')
  const kinds = Map.groupBy(rules, ({ kind }) => kind)
  const enter = (kind: RuleKind) => {
    const [first] = kinds.get(kind) ?? []
    if (first) onEnter(first)
  }
  return (
    <>
      {waiting.length > 0 && (
        <RecordSection title={t('To be confirmed: {rules}', { rules: counted(waiting.length, 'rule') })}>
          <p style={{ marginBottom: '0.75rem' }}>
            {t('What nobody could look up for you counts once somebody of your company says so, by name.')}
          </p>
          <ul>
            {waiting.map((rule) => (
              <li key={rule.id} className={classes['kind']}>
                <h3>{translated(ruleKindLabels[rule.kind])}</h3>
                <ul>
                  <RuleLine
                    rule={rule}
                    name={translated(ruleKindLabels[rule.kind])}
                    onConfirm={onConfirm}
                    onEdit={onEdit}
                  />
                </ul>
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
      {ruleSubjects.map((subject) => {
        const ofSubject = [...kinds].filter(([, [first]]) => first?.subject === subject)
        if (ofSubject.length === 0) return null
        return (
          <RecordSection key={subject} title={translated(ruleSubjectLabels[subject])}>
            <StaleNotice rules={ofSubject.flatMap(([, some]) => some)} />
            <ul>
              {ofSubject.map(([kind, some]) => (
                <KindRules key={kind} kind={kind} rules={some} onEdit={onEdit} onEnter={enter} />
              ))}
            </ul>
          </RecordSection>
        )
      })}
    </>
  )
}

/** A notice that the shipped rules were looked up long ago. */
function StaleNotice({ rules }: { rules: readonly StandingRule[] }) {
  const since = staleSince(rules, today())
  if (since === undefined) return null
  return (
    <Alert color="yellow" mb="sm">
      {t('These rules were last looked up on {day}. Ask whether they still hold.', { day: dayText(since) })}
    </Alert>
  )
}
