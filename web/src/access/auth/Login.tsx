import { Alert, Button, Combobox, PasswordInput, TextInput, useCombobox } from '@mantine/core'
import { login, loginBody, searchTenantNames } from '@plinth/api/access/auth'
import { minNameKeyword } from '@plinth/api/kernel/filters'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t, worded } from '../../lib/language.ts'
import { followLanguage } from '../../lib/language-choice.ts'
import { refreshToken, storeTokens, storeUser } from '../../lib/session.ts'
import { useSuggestions } from '../../lib/useSuggestions.ts'
import site from '../../ui/form/site.module.css'
import classes from './Login.module.css'

const failure = t('Invalid credentials. Please try again.')

/** The server's message, if there is one; without a response also the reason for that. */
function noticeOf(error: unknown): { message: string; reason?: string } {
  if (!(error instanceof CallError) || error.code === 'unknown') return { message: failure }
  return error.status === 0 ? { message: failure, reason: error.message } : { message: error.message || failure }
}

function takeFocus(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

type Faults = Partial<Record<string, string>>

/** All fields are required, so none is marked as required. */
const requiredField = { required: true, withAsterisk: false, size: 'md' } as const

export function Login() {
  const navigate = useNavigate()
  const [faults, setFaults] = useState<Faults>({})
  const [notice, setNotice] = useState<ReturnType<typeof noticeOf> | null>(null)
  const [sending, setSending] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const [isLocked, setLocked] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = loginBody.safeParse(Object.fromEntries(new FormData(form)))
    setNotice(null)
    setFaults(
      typed.success
        ? {}
        : Object.fromEntries(typed.error.issues.map((issue) => [issue.path[0], worded(messageOfIssue(issue))])),
    )
    if (!typed.success) return
    setSending(true)
    try {
      const replaces = refreshToken()
      const session = await call(login, { body: { ...typed.data, ...(replaces !== null && { replaces }) } })
      storeTokens(session)
      storeUser(session.user)
      const to = session.user.mustSetUpSecondFactor ? '/account' : '/'
      if (!followLanguage(session.user, to)) await navigate({ to })
    } catch (error) {
      if (error instanceof CallError && error.code === 'second_factor_needed' && !asksCode) return setAsksCode(true)
      // The server does not say whether there is a second factor. People who have one can enter the code.
      setLocked(error instanceof CallError && error.code === 'too_many')
      setNotice(noticeOf(error))
      if (error instanceof CallError && error.code === 'bad_code')
        takeFocus(form.querySelector<HTMLInputElement>('[name=code]'))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={classes['columns']}>
      <title>{`${t('Login')} · Plinth`}</title>
      <div className={`${site['blueprint']} ${classes['aside']}`}>
        <p>{t('The back office of your contracting business')}</p>
        <div className={`${site['elevation']} ${classes['drawing']}`} />
      </div>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 tabIndex={-1} className={site['heading']}>
            {t('Login')}
          </h1>
          <p className={classes['hint']}>{t('Your e-mail or mobile number, in the company that you work for.')}</p>
        </div>
        {notice && (
          <Alert color="red" role="alert">
            <div>{notice.message}</div>
            {notice.reason && <div>{notice.reason}</div>}
          </Alert>
        )}
        <TextInput
          {...requiredField}
          name="emailOrMobile"
          label={t('Email or mobile number')}
          autoComplete="username"
          error={faults['emailOrMobile']}
        />
        <PasswordInput
          {...requiredField}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          error={faults['password']}
          aria-invalid={faults['password'] !== undefined}
        />
        <TenantNameInput error={faults['tenantName']} />
        {(asksCode || isLocked) && (
          <TextInput
            size="md"
            {...(asksCode && { ref: takeFocus })}
            name="code"
            label={t('Code from your authenticator app')}
            description={
              isLocked
                ? t('If you have set one up: with the right password and code you need not wait.')
                : t('A recovery code works too.')
            }
            autoComplete="one-time-code"
            error={faults['code']}
          />
        )}
        <Button type="submit" size="md" loading={sending} mt="xs">
          {t('Login')}
        </Button>
      </form>
    </div>
  )
}

const label = t('Tenant name')

/** Not Mantine's Autocomplete, because it would add the scroll area of its list, which this page does not need. */
function TenantNameInput({ error }: { error: string | undefined }) {
  const [name, setName] = useState('')
  const typed = name.trim()
  const { data = [] } = useSuggestions(searchTenantNames, typed, { minLength: minNameKeyword, retry: false })
  const found = typed.length >= minNameKeyword ? data : []
  // A name that is already complete needs no list, because the list would cover the button below.
  const options = found.length === 1 && found[0]?.toLowerCase() === typed.toLowerCase() ? [] : found
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const open = () => list.openDropdown()

  function change(next: string) {
    setName(next)
    list.resetSelectedOption()
  }

  return (
    <Combobox
      store={list}
      onOptionSubmit={(chosen) => {
        change(chosen)
        list.closeDropdown()
      }}
    >
      <Combobox.Target autoComplete="organization" withExpandedAttribute>
        <TextInput
          {...requiredField}
          name="tenantName"
          label={label}
          value={name}
          onChange={(event) => {
            change(event.currentTarget.value)
            open()
          }}
          onFocus={open}
          onClick={open}
          onBlur={() => list.closeDropdown()}
          error={error}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label={label}>
          {options.map((option) => (
            <Combobox.Option key={option} value={option}>
              {option}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
