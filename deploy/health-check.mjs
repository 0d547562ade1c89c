// The health check of the image: whether this container serves requests.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8000}/readyz`);
process.exit(ok ? 0 : 1);
