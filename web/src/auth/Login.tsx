import { Alert, Button, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { login, loginBody } from '@plinth/api/auth'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { storeTokens, storeUser } from '../lib/session.ts'
import { Screen } from '../ui/Screen.tsx'
import { TenantNameInput } from './TenantNameInput.tsx'

const failure = 'Invalid credentials. Please try again.'

function takeFocus(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

type Faults = Partial<Record<string, string>>

export function Login() {
  const navigate = useNavigate()
  const [faults, setFaults] = useState<Faults>({})
  const [message, setMessage] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [asksCode, setAsksCode] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = loginBody.safeParse(Object.fromEntries(new FormData(form)))
    setMessage(null)
    setFaults(
      typed.success ? {} : Object.fromEntries(typed.error.issues.map((issue) => [issue.path[0], issue.message])),
    )
    if (!typed.success) return
    setSending(true)
    try {
      const session = await call(login, { body: typed.data })
      storeTokens(session)
      storeUser(session.user)
      await navigate({ to: session.user.mustSetUpSecondFactor ? '/account' : '/' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'second_factor_needed' && !asksCode) return setAsksCode(true)
      setMessage((error instanceof CallError && error.message) || failure)
      if (error instanceof CallError && error.code === 'bad_code')
        takeFocus(form.querySelector<HTMLInputElement>('[name=code]'))
    } finally {
      setSending(false)
    }
  }

  return (
    <Screen title="Login" width="24rem">
      <Paper
        withBorder
        p="lg"
        component="form"
        onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
        noValidate
      >
        <Stack gap="sm">
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          <TextInput
            name="emailOrMobile"
            label="Email or mobile number"
            autoComplete="username"
            required
            withAsterisk={false}
            error={faults['emailOrMobile']}
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={faults['password']}
            aria-invalid={faults['password'] !== undefined}
          />
          <TenantNameInput error={faults['tenantName']} />
          {asksCode && (
            <TextInput
              ref={takeFocus}
              name="code"
              label="Code from your authenticator app"
              description="A recovery code works too."
              autoComplete="one-time-code"
              error={faults['code']}
            />
          )}
          <Button type="submit" loading={sending} mt="xs">
            Login
          </Button>
        </Stack>
      </Paper>
    </Screen>
  )
}
