import { Skeleton, Table } from '@mantine/core'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { type Coverage, type CoverageState, coverageStates } from '@plinth/api/reminders/reminder-coverage'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { Empty, useCards } from '../../ui/shell/Screen.tsx'
import { kindText } from '../deadlines/deadline-words.ts'
import classes from './Coverage.module.css'
import { coveragePath, searchOf } from './coverage-address.ts'
import { countOf, stateTexts, worstFirst } from './coverage-words.ts'

type Kind = Coverage['kinds'][number]

const isGap = (state: CoverageState) => state !== 'COVERED' && state !== 'WAIVED'

/** The number of deadlines of a kind in a state, with a link to them. */
function Count({ kind, state }: { kind: Kind; state: CoverageState }) {
  const count = countOf(kind, state)
  if (count === 0) return <span className="quiet">0</span>
  return (
    <RowLink
      to={coveragePath}
      search={searchOf([state], [kind.kind])}
      data-gap={isGap(state) || undefined}
      aria-label={`${decimal(count)} ${stateTexts[state]}: ${kindText(kind.kind)}`}
    >
      {decimal(count)}
    </RowLink>
  )
}

/** The name of a kind; for documents also the module, because all modules have them. */
function Name({ kind: { kind } }: { kind: Kind }) {
  const { about, module } = deadlineKinds[kind]
  return (
    <span>
      {kindText(kind)}
      {about === 'DOCUMENT' && <small>{translated(module)}</small>}
    </span>
  )
}

/** The number of deadlines of a kind; in red if the count from the records differs. */
function Total({ kind: { total, counted } }: { kind: Kind }) {
  if (total === counted) return <span>{decimal(total)}</span>
  return (
    <b className="alarm">
      {t('{total} read, {counted} in the records', { total: decimal(total), counted: decimal(counted) })}
    </b>
  )
}

function Cards({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <ul className={classes['cards']}>
      {kinds.map((kind) => (
        <li key={kind.kind}>
          <h3>
            <Name kind={kind} /> <Total kind={kind} />
          </h3>
          <dl>
            {coverageStates
              .filter((state) => countOf(kind, state) > 0)
              .map((state) => (
                <div key={state}>
                  <dt>{stateTexts[state]}</dt>
                  <dd>
                    <Count kind={kind} state={state} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** A table of kinds with the number of deadlines in each state, those with problems first; on a phone a card per kind. */
export function CoverageKinds({ sums }: { sums: Coverage | undefined }) {
  const isNarrow = useCards()
  if (!sums) return <Skeleton height={420} aria-hidden />
  if (sums.kinds.length === 0)
    return (
      <Empty filtered={false}>
        {t('Nothing is due. New days come from tenders, deposits, guarantees, projects and tasks.')}
      </Empty>
    )
  const kinds = worstFirst(sums.kinds)
  if (isNarrow) return <Cards kinds={kinds} />
  return (
    <div className={`sheet ${classes['frame']}`}>
      <Table className={classes['kinds']} verticalSpacing={6} horizontalSpacing={12} aria-label={t('By kind')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Duty')}</Table.Th>
            {coverageStates.map((state) => (
              <Table.Th key={state} scope="col">
                {stateTexts[state]}
              </Table.Th>
            ))}
            <Table.Th scope="col">{t('All')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map((kind) => (
            <Table.Tr key={kind.kind}>
              <Table.Th scope="row">
                <Name kind={kind} />
              </Table.Th>
              {coverageStates.map((state) => (
                <Table.Td key={state}>
                  <Count kind={kind} state={state} />
                </Table.Td>
              ))}
              <Table.Td>
                <Total kind={kind} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
