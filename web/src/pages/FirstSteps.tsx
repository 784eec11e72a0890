import { Alert, Button, Checkbox, Modal, PasswordInput, Progress, Text, TextInput } from '@mantine/core'
import { getAccount } from '@plinth/api/access/account'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { startOwnCompany } from '@plinth/api/access/tenants'
import { createUser, filterUsers } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { getDepositMoney } from '@plinth/api/deposits/deposits-money'
import { getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'
import { getCoverage } from '@plinth/api/reminders/reminder-coverage'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { createProject } from '@plinth/api/works/projects'
import { createTask, getTask } from '@plinth/api/works/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../lib/language.ts'
import type { Search } from '../lib/search.ts'
import { clearSession } from '../lib/session.ts'
import { useCan } from '../lib/useCan.ts'
import { useListSettings } from '../lib/useListSettings.ts'
import { useRecord } from '../lib/useRecord.ts'
import { ProofInputs, proofLabels, proofOf } from '../ui/form/Proof.tsx'
import { SmallForm, useSmallForm } from '../ui/form/SmallForm.tsx'
import { alertSuccess } from '../ui/shell/alerts.ts'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import classes from './FirstSteps.module.css'

const awarded = { statuses: ['AWARDED'] }

interface Step {
  key: string
  to: string
  search?: Search
  /** All permissions of the step: to see its first screen, and to do there what it describes. */
  calls: readonly Pick<Endpoint, 'allow'>[]
  title: string
  text: string
}

/** The steps for a newcomer, each for users with its permissions. */
const steps: readonly Step[] = [
  {
    key: 'figures',
    to: '/contracts',
    calls: [getKpis],
    title: t('Look at the dashboard'),
    text: t('What is locked up in deposits and what is due back. Each figure leads to the records behind it.'),
  },
  {
    key: 'money',
    to: '/contracts/money',
    calls: [getDepositMoney],
    title: t('See whose money it is to fetch'),
    text: t('What lies with each office, how late it is, and who is after it. A letter is two clicks away.'),
  },
  {
    key: 'guarantees',
    to: '/payments/guarantees',
    calls: [getGuaranteeHeadroom],
    title: t('Ask what your banks still guarantee'),
    text: t('What is used and planned of each limit, and what comes free. On a tender: Can we bid?'),
  },
  {
    key: 'coverage',
    to: '/reminders/coverage',
    calls: [getCoverage],
    title: t('See of which days nobody will be told'),
    text: t('Every open day with whether somebody will be told of it. What is missing is mended beside it.'),
  },
  {
    key: 'award',
    to: '/contracts/list',
    search: { status: ['SUBMITTED'] },
    calls: [filterContracts, updateContract],
    title: t('Find a tender and award it'),
    text: t('Open one of those submitted, choose Edit and set its status to Awarded.'),
  },
  {
    key: 'deposit',
    to: '/contracts/contract-deposit',
    search: awarded,
    calls: [searchContractDeposits, createDeposit],
    title: t('Record its EMD'),
    text: t('Open the contract among the deposits and add one, with its instrument and bank.'),
  },
  {
    key: 'project',
    to: '/contracts/contract-deposit',
    search: awarded,
    calls: [searchContractDeposits, createProject],
    title: t('Make a project of it'),
    text: t('Choose Create Project beside an awarded contract. Nothing is typed again.'),
  },
  {
    key: 'tasks',
    to: '/project-tasks/list',
    calls: [getTask, createTask],
    title: t('Break the work into tasks'),
    text: t('On five levels, with quantities, rates and progress: as a tree, a Gantt chart or a board.'),
  },
  {
    key: 'people',
    to: '/admin/users',
    calls: [filterUsers, createUser, createRoleMapping],
    title: t('Invite your staff'),
    text: t('Enter a person and give them the role that fits their work.'),
  },
]

/** Stored among the ticks if the user has unfolded the steps. */
const unfolded = 'unfolded'

/** The steps that the user has ticked, stored on the server for every device. */
function useTicks() {
  const { columns, showColumns, isKnown } = useListSettings('first-steps')
  const ticks = columns ?? []
  const set = (key: string, isTicked: boolean) => {
    const next = ticks.filter((tick) => tick !== key)
    if (isTicked) next.push(key)
    // A tick that could not be stored is missing the next time, which needs no message.
    void showColumns(next.length > 0 ? next : null).catch(() => undefined)
  }
  return { has: (key: string) => ticks.includes(key), set, isKnown }
}

interface ItemProps {
  step: Step
  isDone: boolean
  onTick: (isDone: boolean) => void
}

function StepItem({ step: { title, text, to, search }, isDone, onTick }: ItemProps) {
  return (
    <li className={classes['step']} data-done={isDone || undefined}>
      <Checkbox
        checked={isDone}
        onChange={(event) => onTick(event.currentTarget.checked)}
        aria-label={t('Done: {step}', { step: title })}
      />
      <div>
        <LinkButton
          to={to}
          {...(search && { search })}
          variant="transparent"
          className={classes['link']}
          onClick={() => onTick(true)}
        >
          {title}
        </LinkButton>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </li>
  )
}

/** For users of the sample company: what it is, what to try in it, and how to start one's own. */
export function FirstSteps({ user }: { user: SessionUser }) {
  const ticks = useTicks()
  const mayStart = useCan(startOwnCompany)
  const [isAsking, setIsAsking] = useState(false)
  const { tenantName: company } = user
  const offered = steps.filter(({ calls }) => calls.every(({ allow }) => isAllowed(allow, user.permissions)))
  const done = offered.filter(({ key }) => ticks.has(key)).length
  const isOpen = ticks.has(unfolded)

  // No steps to try, and no permission to start one's own company: nothing to show.
  if (offered.length === 0 && !mayStart) return null
  if (!ticks.isKnown) return <div data-waiting />
  return (
    <section className={classes['card']} aria-label={t('First steps')} data-screen-only>
      <div className={classes['head']}>
        <h2>{t('Welcome to the sample company')}</h2>
        {offered.length > 0 && <Taken done={done} count={offered.length} />}
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-expanded={isOpen}
          onClick={() => ticks.set(unfolded, !isOpen)}
        >
          {isOpen ? t('Hide') : t('Show the first steps')}
        </Button>
      </div>
      {isOpen && (
        <>
          <p className={classes['words']}>
            {t('The records of {company} are made up: try whatever you like with them.', { company })}{' '}
            {mayStart && t('When you have seen enough, erase them and start with your own company.')}
          </p>
          <ol className={classes['steps']}>
            {offered.map((step) => (
              <StepItem
                key={step.key}
                step={step}
                isDone={ticks.has(step.key)}
                onTick={(isDone) => ticks.set(step.key, isDone)}
              />
            ))}
          </ol>
          {mayStart && (
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('Start with your own company')}
            </Button>
          )}
          <OwnCompany company={company} opened={isAsking} onClose={() => setIsAsking(false)} />
        </>
      )}
    </section>
  )
}

const Taken = ({ done, count }: { done: number; count: number }) => (
  <div className={classes['taken']}>
    <Progress value={(done / count) * 100} size="sm" aria-hidden />
    <Text size="sm" c="dimmed">
      {t('{done} of {count} steps taken', { done, count })}
    </Text>
  </div>
)

interface OwnCompanyProps {
  /** The name of the sample company. */
  company: string
  opened: boolean
  onClose: () => void
}

/** Asks for the name of one's own company, and for the sample's name to confirm its deletion. */
function OwnCompany({ company, opened, onClose }: OwnCompanyProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('Start with your own company')} size="24rem" centered>
      <Alert color="red" variant="outline" mb="md" title={t('This cannot be undone')}>
        {t(
          'Everything in {company} is erased for good: contracts, deposits, projects, tasks, documents, and all other people. You sign in anew with what you enter here.',
          { company },
        )}
      </Alert>
      <OwnCompanyForm company={company} onCancel={onClose} />
    </Modal>
  )
}

function OwnCompanyForm({ company, onCancel }: { company: string; onCancel: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const account = useRecord(getAccount).data
  const form = useSmallForm({
    endpoint: startOwnCompany,
    endsSession: true,
    needed: account ? proofOf(account) : [],
    labels: {
      ...proofLabels,
      name: t('Name of your company'),
      username: t('Your name'),
      email: t('E-mail'),
      mobileNo: t('Mobile number'),
      password: t('New password'),
      repeat: t('New password again'),
      confirmation: t('Type {company} to confirm', { company }),
    },
    repeats: [
      { name: 'repeat', of: 'password', fault: t('This is not the same as the new password.') },
      { name: 'confirmation', text: company, fault: t('This is not the name of the sample company.') },
    ],
    done: async (_, element) => {
      const input = element.elements.namedItem('name')
      const name = input instanceof HTMLInputElement ? input.value.trim() : ''
      clearSession()
      queryClient.clear()
      await navigate({ to: '/login' })
      await alertSuccess(t('The sample company is erased. Sign in to {name} with your new password.', { name }))
    },
  })
  return (
    <SmallForm form={form} action={t('Erase and start')} color="red" onCancel={onCancel}>
      <TextInput {...form.input('name')} autoComplete="organization" data-autofocus />
      <TextInput {...form.input('username')} autoComplete="name" />
      <TextInput {...form.input('email')} type="email" autoComplete="email" />
      <TextInput
        {...form.input('mobileNo')}
        required={false}
        type="tel"
        autoComplete="tel"
        description={t('May be left empty')}
      />
      <PasswordInput
        {...form.input('password')}
        description={t('At least 8 characters; a few words together are easy to keep in mind.')}
        autoComplete="new-password"
      />
      <PasswordInput {...form.input('repeat')} autoComplete="new-password" />
      <TextInput {...form.input('confirmation')} autoComplete="off" />
      {account && <ProofInputs form={form} account={account} />}
    </SmallForm>
  )
}
