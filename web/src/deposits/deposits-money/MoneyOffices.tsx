import { Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import type { DepositMoney } from '@plinth/api/deposits/deposits-money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted, dash, decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { writeAddress, writing } from '../refund-requests/request-path.ts'
import classes from './DepositsMoney.module.css'

export type OfficeMoney = DepositMoney['offices'][number]

/** Where the list stands that an office leads to. */
export const listPlace = 'open-deposits'

/** How many offices are shown at first: those with most of what is overdue. */
const first = { desk: 6, phone: 3 }

interface Props {
  offices: readonly OfficeMoney[] | undefined
  isChosen: (office: OfficeMoney) => boolean
  /** The address of the list below with the deposits of the office, or of one that is chosen again with those of all. */
  narrowed: (office: OfficeMoney) => Search
}

/** How much of what is open is overdue, as a bar as long as that share. */
const Share = ({ open, overdue }: OfficeMoney) => (
  <span className={classes['share']} aria-hidden>
    <span style={{ width: `${open > 0 ? (100 * overdue) / open : 0}%` }} />
  </span>
)

const Quiet = ({ children }: { children: string }) => <span className={classes['quiet']}>{children}</span>

/** How long after its day money came back, of so many deposits. */
function cameBack({ medianDays, medianOf }: OfficeMoney) {
  if (medianDays === null) return <Quiet>{dash}</Quiet>
  return (
    <>
      {delay(medianDays)} <Quiet>{counted(medianOf, 'deposit')}</Quiet>
    </>
  )
}

function delay(days: number) {
  if (days === 0) return t('on the day')
  if (days > 0) return t('{days} late', { days: counted(days, 'day') })
  return t('{days} early', { days: counted(-days, 'day') })
}

function Row({ office, isChosen, narrowed }: { office: OfficeMoney } & Omit<Props, 'offices'>) {
  const { officeId, department, officeName, deposits, open, overdueDeposits, overdue } = office
  return (
    <Table.Tr data-chosen={isChosen(office) || undefined}>
      <Table.Th scope="row">
        <Link
          to="/contracts/money"
          search={narrowed(office)}
          hash={listPlace}
          aria-current={isChosen(office) ? 'true' : undefined}
          activeProps={{}}
        >
          <b>{officeName ?? t('No office')}</b>
          {department !== null && <Quiet>{department}</Quiet>}
        </Link>
      </Table.Th>
      <Table.Td data-label={t('Still open')}>{rupees(open)}</Table.Td>
      <Table.Td data-label={t('Overdue')} data-alarm={overdue > 0 || undefined}>
        {overdue > 0 ? rupees(overdue) : <Quiet>{dash}</Quiet>}
        <Share {...office} />
      </Table.Td>
      <Table.Td data-label={t('Deposits')}>
        {decimal(deposits)}
        {overdueDeposits > 0 && (
          <>
            {' '}
            <Quiet>{t('{count} overdue', { count: decimal(overdueDeposits) })}</Quiet>
          </>
        )}
      </Table.Td>
      <Table.Td data-label={t('Came back')}>{cameBack(office)}</Table.Td>
      <Table.Td className={classes['act']}>
        {officeId !== null && overdue > 0 && (
          <LinkButton {...writeAddress({ officeId })} call={writing} variant="default" size="compact-sm">
            {t('Write a letter')}
          </LinkButton>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** What lies with each office, the most overdue first; each leads to the list below, narrowed to what lies with it. */
export function MoneyOffices({ offices, ...choice }: Props) {
  const [isWhole, showAll] = useState(false)
  const most = usePhone() ? first.phone : first.desk
  // What narrows the list stays in sight.
  const shown = offices?.filter((office, at) => isWhole || at < most || choice.isChosen(office))
  const left = (offices?.length ?? 0) - (shown?.length ?? 0)
  const title = t('By office')
  if (offices?.length === 0) return null
  return (
    <section aria-label={title} aria-busy={offices === undefined} className={classes['section']}>
      <Title order={2}>{title}</Title>
      <Text size="xs" c="dimmed">
        {t('Came back: how long after its day, the median of so many deposits.')}
      </Text>
      {shown === undefined ? (
        <Skeleton height={240} mt="xs" />
      ) : (
        <Paper withBorder className={classes['offices']}>
          <Table verticalSpacing={4} horizontalSpacing={12}>
            <Table.Thead>
              <Table.Tr>
                {[t('Office'), t('Still open'), t('Overdue'), t('Deposits'), t('Came back')].map((head) => (
                  <Table.Th key={head} scope="col">
                    {head}
                  </Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((office) => (
                <Row key={office.officeId} office={office} {...choice} />
              ))}
            </Table.Tbody>
          </Table>
          <ShowMore left={left} m="xs" onClick={() => showAll(true)} />
        </Paper>
      )}
    </section>
  )
}
