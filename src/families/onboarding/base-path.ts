// Where the family is mounted: every path of its operations begins with this, and so does the reach of its cookies.

export const BASE_PATH = '/v1/onboarding'
