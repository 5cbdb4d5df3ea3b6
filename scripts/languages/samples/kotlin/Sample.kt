import com.example.metadata.apis.MetadataApi
import com.example.metadata.apis.PurchaseOrdersApi
import com.example.metadata.apis.ReportsApi
import com.example.metadata.auth.ApiKeyAuth
import com.example.metadata.infrastructure.ApiClient
import com.example.metadata.infrastructure.Serializer
import com.example.metadata.models.*
import java.math.BigDecimal
import java.time.LocalDate
import java.time.OffsetDateTime
import java.util.UUID
import retrofit2.Call

// #region first-request
fun connect(baseUrl: String, apiKey: String): ApiClient {
    val auth = ApiKeyAuth("header", "apiKey", apiKey)
    return ApiClient(baseUrl).addAuthorization("apiKey", auth)
}

fun <T> Call<T>.body(): T = execute().let {
    it.body() ?: error("${it.code()}: ${it.errorBody()?.string()}")
}

fun createOne(client: ApiClient) {
    val note = StringItemInput("note", StringItemInput.Type.string, "Lot 7 passed")
    val input = MetadataInput(UUID.randomUUID().toString(), listOf(MetadataItemInput(note)))
    val api = client.createService(MetadataApi::class.java)
    val record = api.createMetadata("inspection", input).body().data
    println("Created ${record.uid} at ${record.createdDate}")
}
// #endregion

// #region all-types
fun allTypes(): List<MetadataItemInput> {
    val photo = UUID.fromString("6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d")
    val day = LocalDate.of(2026, 11, 21)
    val moment = OffsetDateTime.parse("2026-11-21T13:15:00.250+07:00")
    val operators = MetadataItemInput(NumberItemInput("operators", NumberItemInput.Type.number, BigDecimal(24)))
    val line = MetadataItemInput(ObjectItemInput("line", ObjectItemInput.Type.`object`, listOf(operators)))
    val certificate = MetadataItemInput(FileItemInput("certificate", FileItemInput.Type.file, photo))
    return listOf(
        MetadataItemInput(StringItemInput("note", StringItemInput.Type.string, "xong ✓")),
        MetadataItemInput(NumberItemInput("weight", NumberItemInput.Type.number, BigDecimal("12.123456789012"))),
        MetadataItemInput(BooleanItemInput("sealed", BooleanItemInput.Type.boolean, true)),
        MetadataItemInput(DateItemInput("day", DateItemInput.Type.date, day)),
        MetadataItemInput(DatetimeItemInput("arrivedAt", DatetimeItemInput.Type.datetime, moment)),
        MetadataItemInput(StringArrayItemInput("colours", StringArrayItemInput.Type.stringMinusArray, listOf("blue", "navy"))),
        MetadataItemInput(NumberArrayItemInput("sizes", NumberArrayItemInput.Type.numberMinusArray, listOf(BigDecimal("1.5"), BigDecimal(-3)))),
        MetadataItemInput(DateArrayItemInput("visits", DateArrayItemInput.Type.dateMinusArray, listOf(day))),
        MetadataItemInput(DatetimeArrayItemInput("scans", DatetimeArrayItemInput.Type.datetimeMinusArray, listOf(moment))),
        MetadataItemInput(BooleanArrayItemInput("checks", BooleanArrayItemInput.Type.booleanMinusArray, listOf(true, false))),
        MetadataItemInput(FileItemInput("photo", FileItemInput.Type.file, photo)),
        MetadataItemInput(ObjectItemInput("factory", ObjectItemInput.Type.`object`, listOf(line, certificate))),
        MetadataItemInput(ObjectArrayItemInput("defects", ObjectArrayItemInput.Type.objectMinusArray, listOf(operators, certificate))),
    )
}
// #endregion

// #region paging
/**
 * The standard envelope: until `offset` reaches `total`. Add the `limit` from the response:
 * a server may lower it.
 */
fun purchaseOrders(client: ApiClient): List<PurchaseOrder> = buildList {
    val api = client.createService(PurchaseOrdersApi::class.java)
    var offset = 0
    do {
        val page = api.listPurchaseOrders(limit = 100, offset = offset).body()
        addAll(page.`data`)
        offset += page.limit
    } while (offset < page.total)
}

/** A plain array: only an empty page marks the end. */
fun purchaseOrdersV3(client: ApiClient): List<PurchaseOrderV3> = buildList {
    val api = client.createService(PurchaseOrdersApi::class.java)
    do {
        val page = api.listPurchaseOrdersV3(limit = 200, offset = size).body()
        addAll(page)
    } while (page.isNotEmpty())
}

/**
 * The linked envelope: until `next` is null. Page by offset: `next` may contain a host that
 * you cannot reach.
 */
fun reports(client: ApiClient): List<Report> = buildList {
    val api = client.createService(ReportsApi::class.java)
    do {
        val page = api.listReports(limit = 50, offset = size).body()
        addAll(page.`data`)
    } while (page.next != null)
}
// #endregion

fun main() {
    val client = connect(System.getenv("BASE_URL"), System.getenv("API_KEY"))
    createOne(client)
    val input = MetadataInput("all-types-kotlin", allTypes())
    val record = client.createService(MetadataApi::class.java).createMetadata("inspection", input).body().data
    val result = mapOf(
        "uid" to record.uid,
        "items" to record.items,
        "decoded" to record.items.map { it.actualInstance!!::class.simpleName },
        "listPurchaseOrders" to purchaseOrders(client).map { it.uid },
        "listPurchaseOrdersV3" to purchaseOrdersV3(client).map { it.uid },
        "listReports" to reports(client).map { it.uid },
    )
    println(Serializer.gson.toJson(result))
}
