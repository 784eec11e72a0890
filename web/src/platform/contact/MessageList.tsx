import { Anchor } from '@mantine/core'
import { contactMessage, contactStates, filterContactMessages } from '@plinth/api/platform/contact'
import { Link } from '@tanstack/react-router'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { MessageText, SendAgain, SenderLink } from './MessageCells.tsx'

const labels = {
  name: 'Name',
  email: 'Email',
  mobile: 'Mobile Number',
  message: 'Message',
  source: 'Source',
  state: 'State',
  attempts: 'Attempts',
  lastError: 'Last error',
  nextAttemptAt: 'Next attempt',
  mailedAt: 'Mailed',
}

const tones = { WAITING: 'warning', SENT: 'good', FAILED: 'bad' } as const

const columns = columnsOf(contactMessage, labels, {
  name: { wrap: true },
  email: { show: (email) => <SenderLink email={email} /> },
  message: { wrap: true, show: (text) => <MessageText text={text} /> },
  state: { show: (state) => <StatusBadge status={state} tones={tones} /> },
  lastError: { wrap: true },
})

const shown = ['createdAt', 'name', 'email', 'message', 'state', 'attempts', 'lastError', 'nextAttemptAt'] as const

const card = { called: 'name', facts: ['state', 'createdAt', 'message'] } as const

const noFilters = { search: '', state: [], name: '', email: '', mobile: '', dateRange: anyDay }

const filters = (
  <>
    <MultiSelectFilter name="state" label={t('State')} options={optionsOf(contactStates)} />
    <TextFilter name="name" label={t('Name')} />
    <TextFilter name="email" label={t('Email')} />
    <TextFilter name="mobile" label={t('Mobile Number')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

/** The messages of visitors, for operators: above all those that have not been mailed, and why. */
export function MessageList() {
  const list = useList(filterContactMessages, noFilters)
  return (
    <Screen
      title={t('Contact messages')}
      context={
        <Anchor component={Link} to="/admin/tenants" size="sm">
          {t('Tenants')}
        </Anchor>
      }
      source={list}
      failure={t('Failed to fetch messages')}
    >
      <DataList
        name="contact-messages"
        caption={t('Contact messages')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Name, e-mail, mobile or message') }}
        actions={(message) => <SendAgain message={message} />}
        nameOf={({ name }) => name}
        empty={t('Nobody has written yet. What visitors send from the Contact page stands here.')}
      />
    </Screen>
  )
}
