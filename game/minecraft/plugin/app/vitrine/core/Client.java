package app.vitrine.core;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signed requests to Vitrine. Each gives a verified answer or a {@link Failure}. */
public final class Client {
    private static final int ANSWER_MAX = 1048576;
    private static final int ERROR_MAX = 4096;
    private static final long GIVE_UP_MS = 15000;
    private static final long RETRY_MAX_MS = 3600000;
    private static final Pattern URL = Pattern.compile("https?://[\\w.:\\[\\]-]+(/[\\w./~-]*)?");

    private final Settings settings;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(Duration.ofSeconds(10)).build();
    private final String start = Texts.random(32);
    private final AtomicLong sent = new AtomicLong();
    private volatile long offset;
    private volatile Heard heard;

    /** Vitrine's last word about the time, and both clocks of this machine when it was asked. */
    private record Heard(long now, long clock, long nanos) {}

    /**
     * No usable answer. It may slow us down, and nothing else, because errors are not signed.
     *
     * @param status 0 without an answer
     * @param retryMs how long Vitrine wants us to wait; null if it does not say
     */
    public static final class Failure extends Exception {
        private static final long serialVersionUID = 1;
        public final int status;
        public final String code;
        final Long retryMs;
        final Long now;

        Failure(int status, String code, String message, Long retryMs, Long now) {
            super(message, null, false, false);
            this.status = status;
            this.code = code;
            this.retryMs = retryMs;
            this.now = now;
        }

        Failure(int status, String code) {
            this(status, code, null, null, null);
        }
    }

    Client(Settings settings) {
        this.settings = settings;
    }

    private static long clock() {
        return System.currentTimeMillis() / 1000;
    }

    /** Unix seconds by Vitrine's clock, as far as it is known. */
    long now() {
        return clock() + offset;
    }

    /** The latest that Vitrine's clock can show now: this machine's clock may be set back, or stand still in its sleep. */
    long latest() {
        Heard last = heard;
        if (last == null) return now();
        return last.now + Math.max(clock() - last.clock, (System.nanoTime() - last.nanos) / 1_000_000_000L);
    }

    /** Takes Vitrine's time. True if it is news. */
    boolean correct(long now) {
        long next = now - clock();
        boolean news = Math.abs(next - offset) > 5;
        offset = next;
        return news;
    }

    private static String hmac(String token, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Texts.bytes(token), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(Texts.bytes(text)));
        } catch (GeneralSecurityException problem) {
            // Every Java has it (javax.crypto.Mac, required algorithms).
            throw new IllegalStateException(problem);
        }
    }

    /** The signature of a request (docs/game-server-protocol.md, Signatures). */
    public static String sign(String token, String path, String time, String nonce, String body) {
        return hmac(token, String.join("\n", "POST", path, time, nonce, Texts.sha256(Texts.bytes(body))));
    }

    /**
     * Posts to {@code /v1/game/<call>}. Takes at most 15 s.
     *
     * @return the answer, whose signature is right
     */
    public Map<String, Object> post(String call, Map<String, Object> payload) throws Failure {
        String token = settings.token();
        if (token.isEmpty()) throw new Failure(0, "no_token");
        URI address = addressOf(call);
        String body = Json.write(payload);
        String time = Long.toString(now());
        String nonce = start + String.format("%016x", sent.incrementAndGet());
        HttpRequest request = HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("X-Vitrine-Server", Texts.sha256(Texts.bytes(token)).substring(0, 12))
            .header("X-Vitrine-Time", time)
            .header("X-Vitrine-Nonce", nonce)
            .header("X-Vitrine-Signature", sign(token, address.getRawPath(), time, nonce, body))
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        Heard asked = new Heard(0, clock(), System.nanoTime());
        Got got = send(request);
        if (got.status != 200) throw failureOf(got);
        String expected = hmac(token, nonce + "\n" + Texts.sha256(got.body));
        if (!MessageDigest.isEqual(Texts.bytes(expected), Texts.bytes(got.signature))) throw new Failure(200, "bad_signature");
        Map<String, Object> answer = Json.readObject(new String(got.body, StandardCharsets.UTF_8));
        if (answer == null) throw new Failure(200, "bad_answer");
        Long now = Json.whole(answer.get("now"));
        if (now != null) {
            correct(now);
            heard = new Heard(now, asked.clock, asked.nanos);
        }
        return answer;
    }

    /** Java speaks to no address without a host that it can read, for example one with {@code _} in its name. */
    private URI addressOf(String call) throws Failure {
        try {
            URI address = URI.create(settings.url() + "/v1/game/" + call);
            if (URL.matcher(settings.url()).matches() && address.getHost() != null) return address;
        } catch (IllegalArgumentException problem) {
            // Then it is no address at all.
        }
        throw new Failure(0, "bad_url");
    }

    private record Got(int status, byte[] body, String signature) {}

    /** The limit counts for all of it: a body that trickles must not hold a thread. */
    private Got send(HttpRequest request) throws Failure {
        CompletableFuture<HttpResponse<InputStream>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
        CompletableFuture<Got> whole = answer.thenApplyAsync(Client::read);
        try {
            return whole.get(GIVE_UP_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException problem) {
            answer.cancel(true);
            answer.thenAccept(late -> close(late.body()));
            throw new Failure(0, "timeout");
        } catch (ExecutionException problem) {
            throw new Failure(0, "network");
        } catch (InterruptedException problem) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new Failure(0, "stopped");
        }
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException problem) {
            // Nobody reads it.
        }
    }

    private static Got read(HttpResponse<InputStream> answer) {
        int most = answer.statusCode() == 200 ? ANSWER_MAX : ERROR_MAX;
        try (InputStream body = answer.body()) {
            byte[] bytes = body.readNBytes(most + 1);
            // What is longer is none of Vitrine's answers, and its signature is wrong then.
            return new Got(answer.statusCode(), bytes.length > most ? new byte[0] : bytes,
                answer.headers().firstValue("x-vitrine-signature").orElse(""));
        } catch (IOException problem) {
            throw new java.io.UncheckedIOException(problem);
        }
    }

    private static Failure failureOf(Got got) {
        Map<String, Object> json = Json.object(Json.read(new String(got.body, StandardCharsets.UTF_8)));
        String code = Json.text(json.get("code"));
        if (code == null || code.length() > 40) code = "http_" + got.status;
        String message = Json.text(json.get("error"));
        Long retry = Json.whole(json.get("retry_after_ms"));
        return new Failure(got.status, code, message == null ? null : Texts.clean(message, 255),
            retry == null ? null : Math.max(0, Math.min(RETRY_MAX_MS, retry)), Json.whole(json.get("now")));
    }
}
