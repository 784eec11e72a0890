import { Alert, Button, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { login, loginBody } from '@plinth/api/auth'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { storeSession } from '../lib/session.ts'
import { Screen } from '../ui/Screen.tsx'
import { TenantNameInput } from './TenantNameInput.tsx'

const failure = 'Invalid credentials. Please try again.'

type Faults = Partial<Record<string, string>>

export function Login() {
  const navigate = useNavigate()
  const [faults, setFaults] = useState<Faults>({})
  const [message, setMessage] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = loginBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    setMessage(null)
    setFaults(
      typed.success ? {} : Object.fromEntries(typed.error.issues.map((issue) => [issue.path[0], issue.message])),
    )
    if (!typed.success) return
    setSending(true)
    try {
      storeSession(await call(login, { body: typed.data }))
      await navigate({ to: '/' })
    } catch (error) {
      setMessage((error instanceof CallError && error.message) || failure)
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
          />
          <TenantNameInput error={faults['tenantName']} />
          <Button type="submit" loading={sending} mt="xs">
            Login
          </Button>
        </Stack>
      </Paper>
    </Screen>
  )
}
