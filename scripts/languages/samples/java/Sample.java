import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MetadataApi;
import org.openapitools.client.api.PurchaseOrdersApi;
import org.openapitools.client.api.ReportsApi;
import org.openapitools.client.model.*;

public class Sample {
  // #region first-request
  static ApiClient connect(String baseUrl, String apiKey) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(baseUrl);
    client.setRequestInterceptor(request -> request.header("apiKey", apiKey));
    return client;
  }

  static void createOne(ApiClient client) throws ApiException {
    var note = new StringItemInput()
        .key("note")
        .type(StringItemInput.TypeEnum.STRING)
        .value("Lot 7 passed");
    var input = new MetadataInput()
        .uid(UUID.randomUUID().toString())
        .addItemsItem(new MetadataItemInput(note));
    Metadata record = new MetadataApi(client).createMetadata("inspection", input).getData();
    System.out.println("Created " + record.getUid() + " at " + record.getCreatedDate());
  }
  // #endregion

  // #region all-types
  static List<MetadataItemInput> allTypes() {
    var photo = UUID.fromString("6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d");
    var day = LocalDate.of(2026, 11, 21);
    var moment = OffsetDateTime.parse("2026-11-21T13:15:00.250+07:00");
    var operators = new NumberItemInput().key("operators").type(NumberItemInput.TypeEnum.NUMBER).value(new BigDecimal(24));
    var line = new ObjectItemInput().key("line").type(ObjectItemInput.TypeEnum.OBJECT).addValueItem(new MetadataItemInput(operators));
    var certificate = new FileItemInput().key("certificate").type(FileItemInput.TypeEnum.FILE).value(photo);
    return List.of(
        new MetadataItemInput(new StringItemInput().key("note").type(StringItemInput.TypeEnum.STRING).value("xong ✓")),
        new MetadataItemInput(new NumberItemInput().key("weight").type(NumberItemInput.TypeEnum.NUMBER).value(new BigDecimal("12.123456789012"))),
        new MetadataItemInput(new BooleanItemInput().key("sealed").type(BooleanItemInput.TypeEnum.BOOLEAN).value(true)),
        new MetadataItemInput(new DateItemInput().key("day").type(DateItemInput.TypeEnum.DATE).value(day)),
        new MetadataItemInput(new DatetimeItemInput().key("arrivedAt").type(DatetimeItemInput.TypeEnum.DATETIME).value(moment)),
        new MetadataItemInput(new StringArrayItemInput().key("colours").type(StringArrayItemInput.TypeEnum.STRING_ARRAY).value(List.of("blue", "navy"))),
        new MetadataItemInput(new NumberArrayItemInput().key("sizes").type(NumberArrayItemInput.TypeEnum.NUMBER_ARRAY).value(List.of(new BigDecimal("1.5"), new BigDecimal(-3)))),
        new MetadataItemInput(new DateArrayItemInput().key("visits").type(DateArrayItemInput.TypeEnum.DATE_ARRAY).value(List.of(day))),
        new MetadataItemInput(new DatetimeArrayItemInput().key("scans").type(DatetimeArrayItemInput.TypeEnum.DATETIME_ARRAY).value(List.of(moment))),
        new MetadataItemInput(new BooleanArrayItemInput().key("checks").type(BooleanArrayItemInput.TypeEnum.BOOLEAN_ARRAY).value(List.of(true, false))),
        new MetadataItemInput(new FileItemInput().key("photo").type(FileItemInput.TypeEnum.FILE).value(photo)),
        new MetadataItemInput(new ObjectItemInput().key("factory").type(ObjectItemInput.TypeEnum.OBJECT).value(List.of(new MetadataItemInput(line), new MetadataItemInput(certificate)))),
        new MetadataItemInput(new ObjectArrayItemInput().key("defects").type(ObjectArrayItemInput.TypeEnum.OBJECT_ARRAY).value(List.of(new MetadataItemInput(operators), new MetadataItemInput(certificate)))));
  }
  // #endregion

  // #region paging
  /**
   * The standard envelope: until `offset` reaches `total`. Add the `limit` from the
   * response; it may be lower.
   */
  static List<String> purchaseOrders(ApiClient client) throws ApiException {
    var uids = new ArrayList<String>();
    for (int offset = 0; ; ) {
      PurchaseOrdersPage page = new PurchaseOrdersApi(client).listPurchaseOrders(100, offset);
      page.getData().forEach(order -> uids.add(order.getUid()));
      offset += page.getLimit();
      if (offset >= page.getTotal()) return uids;
    }
  }

  /** A plain array: only an empty page marks the end. */
  static List<String> purchaseOrdersV3(ApiClient client) throws ApiException {
    var uids = new ArrayList<String>();
    var api = new PurchaseOrdersApi(client);
    while (true) {
      var page = api.listPurchaseOrdersV3(200, uids.size(), null, null);
      if (page.isEmpty()) return uids;
      page.forEach(order -> uids.add(order.getUid()));
    }
  }

  /**
   * The linked envelope: until `next` is null. Page by offset: `next` may contain a host
   * that you cannot reach.
   */
  static List<String> reports(ApiClient client) throws ApiException {
    var uids = new ArrayList<String>();
    while (true) {
      ReportsPage page = new ReportsApi(client).listReports(50, uids.size(), null, null);
      page.getData().forEach(report -> uids.add(report.getUid()));
      if (page.getNext() == null) return uids;
    }
  }
  // #endregion

  public static void main(String[] args) throws Exception {
    ApiClient client = connect(System.getenv("BASE_URL"), System.getenv("API_KEY"));
    createOne(client);
    var input = new MetadataInput().uid("all-types-java").items(allTypes());
    Metadata record = new MetadataApi(client).createMetadata("inspection", input).getData();
    var decoded = record.getItems().stream().map(item -> item.getActualInstance().getClass().getSimpleName()).toList();
    ObjectMapper mapper = client.getObjectMapper();
    System.out.println(mapper.writeValueAsString(Map.of(
        "uid", record.getUid(),
        "items", record.getItems(),
        "decoded", decoded,
        "listPurchaseOrders", purchaseOrders(client),
        "listPurchaseOrdersV3", purchaseOrdersV3(client),
        "listReports", reports(client))));
  }
}
