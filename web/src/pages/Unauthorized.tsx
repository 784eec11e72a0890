import { Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Screen } from '../ui/Screen.tsx'

export function Unauthorized() {
  const router = useRouter()
  return (
    <Screen title="Unauthorized Access" width="44rem">
      <Text mb="md">
        You do not have the necessary permissions to access this page. Please contact your administrator if you believe
        this is a mistake.
      </Text>
      <Button onClick={() => router.history.back()}>Go Back</Button>
    </Screen>
  )
}
