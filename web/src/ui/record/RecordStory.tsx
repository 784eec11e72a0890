import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import classes from './RecordStory.module.css'

/** Done; the present step; missing, though later steps are done; or still to come. */
export type StoryState = 'done' | 'now' | 'missing' | 'ahead'

/** One step in the life of a record. */
export interface StoryStep {
  label: string
  /** Its day or its amount, or what is missing. */
  detail: string
  state: StoryState
  /** The screen, or the section of this record, where the step is recorded. */
  to?: string
  search?: Search
  hash?: string
}

const stateTexts: Record<StoryState, string> = {
  done: t('done'),
  now: t('now'),
  missing: t('missing'),
  ahead: t('still to come'),
}

const marks = {
  done: <IconCheck size={12} stroke={3} aria-hidden />,
  missing: <em aria-hidden>!</em>,
  now: null,
  ahead: null,
}

/** The life of a record as one line of steps, each with a link to where it is recorded. */
export function RecordStory({ steps }: { steps: readonly StoryStep[] }) {
  return (
    <nav aria-label={t('Its story')} className={classes['story']}>
      <ol>
        {steps.map(({ label, detail, state, to = '.', search = {}, hash }) => (
          <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Link to={to} search={search} {...(hash && { hash })} activeOptions={{ includeHash: true }}>
              <i>{marks[state]}</i>
              <b>{label}</b>
              <span className={classes['state']}>{`(${stateTexts[state]})`}</span>
              <span>{detail}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
